# A thin front of CMake (see CMakePresets.json). Each target installs what it needs, builds, and runs.
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)
CTEST = ctest --output-on-failure --no-tests=error -j $(JOBS)

.PHONY: build demo check csmith browser full soak mutants bench install deb format format-check tidy coverage deps clean

build: deps
	@tools/build.sh release

demo: build
	@tools/demo.sh build/release/allways

# Debug with ASan and UBSan, release, and everything once more with clang, which also runs the fuzzers briefly; formatting of all
# files, clang-tidy on those that were changed.
check: format-check
	@tools/install-deps.sh clang-tidy:clang-tidy
	@tools/build.sh asan release fuzz
	@tools/tidy.sh build/fuzz
	$(CTEST) --test-dir build/asan -L quick
	$(CTEST) --test-dir build/release -L quick
	$(CTEST) --test-dir build/fuzz -L quick -L fuzz

# Random programs of csmith are part of these, and pages in a browser.
csmith:
	@tools/install-deps.sh csmith:csmith libcsmith-dev spin:spin

browser:
	@tools/install-deps.sh chromium:chromium

full: build csmith browser tidy
	$(CTEST) --test-dir build/release -L 'quick|full'

soak: deps csmith
	@tools/build.sh release fuzz
	ctest --output-on-failure -j $(JOBS) --test-dir build/release -L soak
	ctest --output-on-failure -j $(JOBS) --test-dir build/fuzz -L soak -L fuzz

# Mistakes in all parts, each of which some quick test must see.
mutants: deps
	@tests/mutants/run.py build/mutants --jobs $(JOBS)

bench: build
	@if [ -x bench/run.sh ]; then bench/run.sh build/release/allways; else echo "bench/run.sh is missing" >&2; exit 1; fi

install: build
	cmake --install build/release --prefix $(PREFIX)

# A Debian package in build/deb, looked at by lintian.
deb: deps
	@tools/deb.sh

format: deps
	@tools/install-deps.sh clang-format:clang-format
	@tools/format.sh

format-check: deps
	@tools/install-deps.sh clang-format:clang-format
	@tools/format.sh --check

# With the commands of clang's build: gcc has options that clang-tidy does not know.
tidy: deps
	@tools/install-deps.sh clang-tidy:clang-tidy
	@tools/build.sh fuzz
	@tools/tidy.sh build/fuzz --all

coverage: deps
	@tools/install-deps.sh gcovr:gcovr
	@tools/build.sh coverage
	$(CTEST) --test-dir build/coverage -L quick
	gcovr --root . --filter src/ build/coverage

deps:
	@tools/install-deps.sh

clean:
	rm -rf build
