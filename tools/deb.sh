#!/bin/sh
# deb.sh: builds the Debian package build/deb/allways_VERSION_amd64.deb from packaging/debian and looks at it with lintian.
set -eu
cd "$(dirname "$0")/.."
tools/install-deps.sh debhelper dpkg-dev:dpkg-buildflags lintian:lintian
version=$(sed -n 's/^project(allways VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
made=build/deb
tree=$made/allways-$version
rm -rf "$made"
mkdir -p "$tree"
cp -r packaging/debian "$tree/debian"
# The same source, the same package: the date is that of the last commit.
epoch=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH="$epoch"
{
  printf 'allways (%s) unstable; urgency=medium\n\n' "$version"
  printf '  * What changed stands in CHANGELOG.md.\n\n'
  printf ' -- The Allways authors <allways@packages.debian.org>  %s\n' "$(LC_ALL=C date -u -R -d "@$epoch")"
} >"$tree/debian/changelog"
ALLWAYS_SOURCE=$PWD
export ALLWAYS_SOURCE
(cd "$tree" && debian/rules binary) >"$made/log" 2>&1 || { tail -n 40 "$made/log" >&2; exit 1; }
package=$made/allways_${version}_amd64.deb
lintian --fail-on error,warning "$package"
echo "$package"
