# SPDX-License-Identifier: GPL-2.0
#
# Every target calls into the folder that knows how. Results go to build/ and
# out/; what is fetched goes to a cache outside the tree (scripts/env.sh).

VERSION := $(shell sed -n 's/^\#define HKJ_VERSION[[:space:]]*"\(.*\)"/\1/p' include/hkjitter/version.h)

# The kernel that "make modules" and "make install" build for.
KDIR ?= /lib/modules/$(shell uname -r)/build
PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR

.PHONY: all modules user demo check check-deep check-matrix check-style \
	check-unit check-vm fuzz bench install clean help

all: modules user

modules:
	scripts/modules.sh build --kernel running

user:
	$(MAKE) -C user

demo:
	scripts/demo.sh

check:
	scripts/check.sh style unit vm

check-deep:
	scripts/check.sh style unit vm deep

check-matrix:
	scripts/check.sh matrix
	tests/vm/table.sh --write

check-style:
	scripts/check.sh style

check-unit:
	scripts/check.sh unit

fuzz:
	$(MAKE) -C tests/fuzz fuzz

check-vm:
	scripts/check.sh vm

bench:
	bench/run.sh

install: modules user
	scripts/install.sh

clean:
	rm -rf build out

help:
	@echo 'hkjitter $(VERSION)'
	@echo '  demo         set up, and measure: this machine if it can, else a VM'
	@echo '  check        set up, and run all tests (below)'
	@echo '  check-deep   the same, and hours of abuse on kernels with checkers'
	@echo '  check-matrix selftests on each of Debian'"'"'s kernels, and the table of them'
	@echo '  check-style  coding style, static analysis, documents'
	@echo '  check-unit   unit tests of the tool and the contract, fuzzers for a while'
	@echo '  fuzz         fuzzers of all parsers, FUZZ_SECONDS (60) each'
	@echo '  check-vm     kernel selftests in VMs with Debian'"'"'s kernels'
	@echo '  bench        instruction-exact benchmarks'
	@echo '  modules      the module, for the running kernel'
	@echo '  user         the tool'
	@echo '  install      module, tool, man pages and completion, into the system'
	@echo '  clean        remove what was built'
