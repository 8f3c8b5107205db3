# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Proof that each check can fail: a fault is planted in a copy of the tree, and
# the check has to find something there that it does not find without.

# fault CHECK FILE TEXT: text that is added to the end of a file (made if it is
# not there), and that the check must not let pass.
list_faults()
{
	local tab=$'\t' nl=$'\n' host

	fault checkpatch module/clock.c 'int  hkj_fault( int a ){ return a ; }'
	fault checkpatch include/hkjitter/hist.h "extern int	hkj_fault ;"
	fault checkpatch user/error.c 'void hkj_fault( ){}'

	fault kernel-doc module/clock.h \
		"/**$nl * hkj_fault() - nothing$nl */${nl}int hkj_fault(int value);"
	fault kernel-doc user/error.h \
		"/**$nl * hkj_fault() - nothing$nl * @other: no such$nl */${nl}void hkj_fault(int value);"

	fault clang-format module/clock.c \
		"static int hkj_fault(void)$nl{$nl    return 1;$nl}"
	fault clang-format user/error.c \
		"static int hkj_fault(int a){${nl}${tab}return a+1;$nl}"

	fault sparse module/clock.c \
		"static int __maybe_unused hkj_fault(const int __user *from)$nl{$nl${tab}return *from;$nl}"
	fault sparse module/clock.c "int hkj_fault(void)$nl{$nl${tab}return 1;$nl}"
	fault sparse module/clock.c 'not C at all'

	fault cppcheck user/error.c \
		"int hkj_fault(void);${nl}int hkj_fault(void)$nl{$nl${tab}int a[2] = { 1, 2 };$nl$nl${tab}return a[2];$nl}"

	fault shellcheck scripts/env.sh 'hkj_fault() { rm -rf $1/$2; }'
	fault shellcheck scripts/fault "#!/bin/sh${nl}echo \$1"

	fault version-checks module/clock.c \
		"#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)$nl#endif"

	fault trace-rooms module/loop.c '#define CREATE_TRACE_POINTS'
	fault trace-rooms module/loop.c \
		'static void f(void) { for_each_kernel_tracepoint(g, NULL); }'

	fault includes module/clock.c '#include "sysfs.h"'
	fault includes module/compat/clock.h '#include "../hkj.h"'
	fault includes module/fault.c '#include "hkj.h"'
	fault includes user/error.c '#include "../module/hkj.h"'
	fault includes user/error.c '#include <module/hkj.h>'
	fault includes include/hkjitter/hist.h '#include <linux/kernel.h>'

	fault exits user/error.c "static void f(void)$nl{$nl${tab}exit(1);$nl}"

	fault hot-path module/loop.c "static int f(int a, int b)$nl{$nl${tab}return a / b;$nl}"
	fault hot-path module/loop.c "static int f(int a)$nl{$nl${tab}return (a + 1) % 10;$nl}"
	fault hot-path module/loop.c "static void f(void)$nl{$nl${tab}pr_info(\"x\");$nl}"
	fault hot-path module/account.c "static void f(void)$nl{$nl${tab}mutex_lock(&m);$nl}"
	fault hot-path module/account.c "static void *f(void)$nl{$nl${tab}return kmalloc(1, GFP_ATOMIC);$nl}"

	fault spdx user/fault.c 'int x;'
	fault spdx scripts/fault.sh '#!/bin/bash'

	fault file-size Documentation/design.rst "$(yes 'a line' | head -n 600)"

	fault places scripts/env.sh "# see /wor""k/main"
	fault places CONTRIBUTING.md "from http://somewhere.deb""ian.org/"
	host=$(package_hosts | tail -n 1)
	[[ ! $host ]] || fault places scripts/env.sh "# from ${host//[][]/}"

	fault kbuild module/fault.c 'int x;'
	fault kbuild Kbuild 'hkjitter-y += module/fault.o'

	fault version dkms.conf 'PACKAGE_VERSION="0.0.1"'

	fault abi-form Documentation/ABI/testing/debugfs-hkjitter \
		"${nl}What:$tab$tab/sys/kernel/debug/hkjitter/fault${nl}Date:$tab${tab}today${nl}Description:${tab}nothing"
	fault abi-form Documentation/ABI/testing/debugfs-hkjitter 'Nonsense: before any entry'

	fault abi-files module/sysfs.c 'FILE_RO(fault);'
	fault abi-files Documentation/ABI/testing/sysfs-kernel-hkjitter \
		"${nl}What:$tab$tab/sys/kernel/hkjitter/cpu<N>/fault"

	fault links CONTRIBUTING.md '[nowhere](nowhere.md)'
	fault links CONTRIBUTING.md 'in `module/nowhere.c`'
	fault links CONTRIBUTING.md 'run `make nowhere`'
	fault links Documentation/index.rst '`nowhere <nowhere.rst>`_'

	fault rst Documentation/glossary.rst 'no end of ``literal'
	fault rst Documentation/design.rst "${nl}A title$nl===="
}

# Findings of one check in the copy.
copy_findings()
{
	"$copy/scripts/style.sh" "$1" 2> /dev/null | grep -v '^# Totals'
}

# fault CHECK FILE TEXT: see above. One TAP line.
fault()
{
	local check=$1 file=$2 before after was=

	[[ " $wanted " == *" $check "* ]] || return 0
	((++number))
	before=${clean[$check]-$(copy_findings "$check")}
	clean[$check]=$before
	if [[ $before == *' # SKIP '* ]]; then
		printf 'ok %d %s in %s # SKIP %s\n' "$number" "$check" "$file" "${before##* # SKIP }"
		return
	fi
	[[ -e $copy/$file ]] && was=1 && cp "$copy/$file" "$copy/.kept"
	printf '%s\n' "$3" >> "$copy/$file"
	after=$(copy_findings "$check")
	if [[ $was ]]; then mv "$copy/.kept" "$copy/$file"; else rm "$copy/$file"; fi

	after=$(grep -vxF -e "$before" <<< "$after" | grep '^#' | head -n 1)
	if [[ $after ]]; then
		printf 'ok %d %s in %s\n%s\n' "$number" "$check" "$file" "$after"
		return
	fi
	printf 'not ok %d %s does not see in %s:\n# %s\n' "$number" "$check" \
		"$file" "${3//$'\n'/$'\n# '}"
	failed=1
}

# Rows of the table of checks on stdin.
prove_checks()
{
	local copy wanted number=0 failed=0
	local -A clean=()

	wanted=$(cut -f 1 | tr -d '\t' | tr '\n' ' ')
	copy=$(mktemp -d) || return
	tree_files | tar -cf - -T - | tar -xf - -C "$copy"
	printf 'TAP version 13\n'
	list_faults
	printf '1..%d\n' "$number"
	rm -rf "$copy"
	return "$failed"
}
