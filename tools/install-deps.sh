#!/bin/sh
# Installs the Debian packages that are missing, nothing else; further package names may be given as arguments.
# A machine that has everything needs neither root nor the network.
set -eu

# package:program - a program on PATH serves as well as the package.
wanted="gcc:gcc libc6-dev make:make cmake:cmake ninja-build:ninja pkg-config:pkg-config clang:clang libclang-rt-dev
        clang-19:clang-19 llvm-19-dev gcc-multilib g++-multilib g++:g++ libsystemc-dev libz3-dev
        libjansson-dev libyaml-dev libxxhash-dev libgmp-dev libcmocka-dev python3:python3 python3-jsonschema cvc5:cvc5 zsh:zsh man-db:man mandoc:mandoc"

if ! command -v dpkg-query >/dev/null; then
  echo "install-deps: not a Debian system; install by hand what the build reports as missing" >&2
  exit 0
fi

installed() {
  [ "$(dpkg-query -W -f='${db:Status-Abbrev}' "$1" 2>/dev/null | cut -c1-2)" = ii ]
}

missing=
for item in $wanted "$@"; do
  package=${item%%:*}
  program=${item#"$package"}
  program=${program#:}
  if [ -n "$program" ] && command -v "$program" >/dev/null; then continue; fi
  if ! installed "$package"; then missing="$missing $package"; fi
done
[ -n "$missing" ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "install-deps: missing packages:$missing" >&2
    echo "install-deps: run as root or install sudo" >&2
    exit 1
  fi
  sudo=sudo
fi
echo "install-deps: installing$missing"
$sudo apt-get update -qq
# shellcheck disable=SC2086  # a list of names
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
