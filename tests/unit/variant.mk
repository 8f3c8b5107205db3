# SPDX-License-Identifier: GPL-2.0
# The tool and the tests with one set of flags: OUT, CFLAGS, TESTS, HELPERS.

HERE := $(ROOT)/tests/unit

all: tool $(TESTS:%=$(OUT)/%) $(OUT)/fake_module $(OUT)/make_fixture $(OUT)/make_big $(OUT)/make_trace \
     $(OUT)/staged_hkjitter

tool:
	$(MAKE) --no-print-directory -C $(ROOT)/user OUT=$(OUT)/user \
		CFLAGS='$(CFLAGS)' all library

include $(ROOT)/user/flags.mk

UNIT_CFLAGS := $(HKJ_CFLAGS) $(shell $(PKG_CONFIG) --cflags cmocka) \
	       -I$(HERE) -DUNIT_DATA='"$(HERE)/data"' \
	       -DUNIT_SOURCES='"$(ROOT)/user"'
LIBRARY := $(OUT)/user/libhkjitter.a
PARTS := $(HELPERS:%=$(OUT)/%.o)

$(LIBRARY): tool

$(OUT)/%.o: $(HERE)/%.c
	@mkdir -p $(OUT)
	$(CC) $(UNIT_CFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# The module's own code, in a kernel that is made up.
$(OUT)/test_evidence.o $(OUT)/test_fault.o $(OUT)/test_initiator.o $(OUT)/test_ipi.o $(OUT)/test_sched.o $(OUT)/test_series.o $(OUT)/test_timer.o $(OUT)/test_track.o $(OUT)/test_work.o: UNIT_CFLAGS += -I$(HERE)/kernel -I$(ROOT)/module

# Tests of refused writes put themselves between the tool and write(2).
$(OUT)/test_control $(OUT)/test_settings: WRAP := -Wl,--wrap=write

# The module's side of a loop is played.
$(OUT)/test_loop: WRAP := -Wl,--wrap=ioctl

# The tool for the stage: a write to "run" takes as long as the real one does.
$(OUT)/staged_hkjitter: $(OUT)/staged_write.o $(LIBRARY)
	$(CC) $(CFLAGS) -Wl,--wrap=write -o $@ $(OUT)/user/main.o $^ $(HKJ_LIBS)

$(OUT)/%: $(OUT)/%.o $(PARTS) $(LIBRARY)
	$(CC) $(CFLAGS) $(WRAP) -o $@ $^ $(HKJ_LIBS) \
		$(shell $(PKG_CONFIG) --libs cmocka)

.SECONDARY:
.PHONY: all tool

-include $(wildcard $(OUT)/*.d)
