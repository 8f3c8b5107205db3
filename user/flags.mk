# SPDX-License-Identifier: GPL-2.0
# What the tool and its unit tests are compiled with. Wants ROOT.

PKG_CONFIG ?= pkg-config

WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	    -Wold-style-definition -Wundef -Wpointer-arith -Wcast-align \
	    -Wwrite-strings -Wformat=2 -Wvla

# Libraries, as pkg-config knows them.
HKJ_PACKAGES := jansson ncursesw zlib libtracecmd libtracefs libtraceevent

HKJ_CFLAGS := -std=gnu11 $(WARNINGS) -D_GNU_SOURCE \
	      -I$(ROOT)/include -I$(ROOT)/user -Wa,-I$(ROOT)/user \
	      $(shell $(PKG_CONFIG) --cflags $(HKJ_PACKAGES))
HKJ_LIBS := $(shell $(PKG_CONFIG) --libs $(HKJ_PACKAGES)) -lm
