// ALLWAYS_HTML_STYLE and ALLWAYS_HTML_SCRIPT are the names of the files, from the build.
#include "report/html_parts.h"

#include "base/include_file.h"

INCLUDE_FILE(html_style, ALLWAYS_HTML_STYLE);
INCLUDE_FILE(html_script, ALLWAYS_HTML_SCRIPT);
