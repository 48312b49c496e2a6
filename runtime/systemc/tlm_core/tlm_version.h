// Which version of the library this stands for: that of the reference library 2.3.4.
#ifndef ALLWAYS_TLM_VERSION_H
#define ALLWAYS_TLM_VERSION_H

#define TLM_VERSION_MAJOR 2
#define TLM_VERSION_MINOR 0
#define TLM_VERSION_PATCH 6
#define TLM_VERSION_ORIGINATOR "Accellera"
#define TLM_VERSION_SEPARATOR "."
#define TLM_IS_PRERELEASE 1
#define TLM_VERSION_PRERELEASE "pub_rev"
#define TLM_VERSION_RELEASE_YEAR "2019"
#define TLM_VERSION_RELEASE_MONTH "12"
#define TLM_VERSION_RELEASE_DAY "03"
#define TLM_VERSION_RELEASE_DATE "20191203"
#define TLM_VERSION_STRING_MAJOR "2"
#define TLM_VERSION_STRING_MINOR "0"
#define TLM_VERSION_STRING_PATCH "6"
#define TLM_VERSION_STRING_MMP "2.0.6"
#define TLM_VERSION_STRING_PRERELEASE TLM_VERSION_PRERELEASE
#define TLM_VERSION_STRING_RELEASE_DATE ""
#define TLM_VERSION_STRING "2.0.6_pub_rev-Accellera"
#define TLM_VERSION_STRING_2 "TLM 2.0.6 --- 2019-12-03"
#define TLM_VERSION TLM_VERSION_STRING
#define TLM_COPYRIGHT "Copyright (c) 1996-2019 by all Contributors\nALL RIGHTS RESERVED"

namespace tlm {

const unsigned tlm_version_major = TLM_VERSION_MAJOR, tlm_version_minor = TLM_VERSION_MINOR, tlm_version_patch = TLM_VERSION_PATCH;
const bool tlm_is_prerelease = TLM_IS_PRERELEASE;
inline const char *tlm_release() { return TLM_VERSION_STRING; }
inline const char *tlm_version() { return TLM_VERSION_STRING_2; }
inline const char *tlm_copyright() { return TLM_COPYRIGHT; }

}  // namespace tlm

#endif
