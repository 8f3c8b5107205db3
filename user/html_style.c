// SPDX-License-Identifier: GPL-2.0
/*
 * What the page looks like: light and dark, wide, narrow and in print.
 */
#include "html.h"

#define LIGHT                                                             \
	"--back:#fcfcfb;--card:#fff;--text:#16181d;--soft:#5c6370;"       \
	"--line:#dcdfe4;--mark:#fff1b8;--bar:#2a6fbb;--heat:#b3261e;"     \
	"--good:#0b6b3a;--care:#8a5a00;--bad:#b3261e;"                    \
	"--nmi:#c2185b;--irq:#d2691e;--timer:#2a6fbb;--ipi:#6a3fb5;"      \
	"--vector:#b58900;--softirq:#00838f;--work:#3d8b37;"              \
	"--thread:#e0a100;--fault:#795548;--other:#8a8f98;--gap:#cfd4db;"

#define DARK                                                              \
	"--back:#14161a;--card:#1c1f25;--text:#e6e8ec;--soft:#a0a7b4;"    \
	"--line:#363b45;--mark:#5a4a00;--bar:#5b9bd5;--heat:#ff7a6b;"     \
	"--good:#62c78f;--care:#e0b050;--bad:#ff8a80;"                    \
	"--nmi:#f06292;--irq:#e8955a;--timer:#5b9bd5;--ipi:#a98be0;"      \
	"--vector:#d4b13f;--softirq:#4dc4cf;--work:#7cc576;"              \
	"--thread:#f2c14e;--fault:#b08d7f;--other:#969ca8;--gap:#474d59;"

#define COLOUR(name) \
	".c-" name "{fill:var(--" name ");background:var(--" name ")}"

const char hkj_html_style[] =
	":root{color-scheme:light dark;" LIGHT "}"
	"@media (prefers-color-scheme:dark){:root{" DARK "}}"
	"*{box-sizing:border-box}"
	"body{margin:0;background:var(--back);color:var(--text);"
	"font:15px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}"
	"main{max-width:1180px;margin:0 auto;padding:16px}"
	"h1{font-size:1.5rem;line-height:1.25;margin:.3em 0}"
	"h2{font-size:1.15rem;margin:2em 0 .6em}"
	"h3{font-size:1rem;margin:1.2em 0 .4em}"
	"p{margin:.4em 0;max-width:75ch}"
	".soft,small,figcaption span{color:var(--soft)}"
	"code{font:.92em ui-monospace,monospace;unicode-bidi:isolate}"
	".card,figure,.tile,.gap{background:var(--card);"
	"border:1px solid var(--line);border-radius:8px;padding:12px 14px}"
	".verdict{border-left:6px solid var(--care)}"
	".verdict.good{border-left-color:var(--good)}"
	".verdict.bad{border-left-color:var(--bad)}"
	".verdict ul{list-style:none;padding:0;margin:.5em 0 0}"
	".verdict li{padding-left:1.6em;text-indent:-1.6em}"
	"li b{display:inline-block;width:1.6em;text-indent:0}"
	"li.good b{color:var(--good)}li.care b{color:var(--care)}"
	"li.bad b{color:var(--bad)}"
	".tiles{display:grid;gap:10px;margin:14px 0;"
	"grid-template-columns:repeat(auto-fit,minmax(128px,1fr))}"
	".tile b{display:block;font-size:1.3rem;line-height:1.3}"
	".charts{display:grid;gap:14px;"
	"grid-template-columns:repeat(auto-fit,minmax(min(100%,380px),1fr))}"
	"figure{margin:0;min-width:0}"
	"figcaption{font-weight:600;margin-bottom:6px}"
	"figcaption span{display:block;font-weight:400;font-size:.88rem}"
	"figure>svg,.gap svg{display:block;width:100%;height:auto}"
	"svg text{font:12px system-ui,sans-serif;fill:var(--soft)}"
	"svg .grid{stroke:var(--line);stroke-width:1}"
	"svg .axis{stroke:var(--soft);stroke-width:1}"
	"svg .bar{fill:var(--bar)}"
	"svg .curve{fill:none;stroke:var(--bar);stroke-width:2}"
	"svg .dot{stroke:var(--card);stroke-width:1}"
	"svg .peak{fill:var(--bar);fill-opacity:.25}"
	"svg .heat{fill:var(--heat)}"
	".legend{display:flex;flex-wrap:wrap;gap:2px 14px;margin:6px 0 0;"
	"padding:0;list-style:none;font-size:.85rem}"
	".class i,.legend i{display:inline-block;width:.75em;height:.75em;"
	"border-radius:2px;margin-right:.4em;print-color-adjust:exact;"
	"-webkit-print-color-adjust:exact}"
	".class{white-space:nowrap}"
	".scroll{overflow-x:auto}"
	"table{border-collapse:collapse;font-size:.9rem;width:100%;"
	"font-variant-numeric:tabular-nums}"
	"th,td{padding:4px 8px;text-align:right;vertical-align:top;"
	"border-bottom:1px solid var(--line);white-space:nowrap}"
	"th{font-weight:600;color:var(--soft)}"
	"th:first-child,td:first-child,.left{text-align:left}"
	"td.wide{text-align:left;white-space:normal;min-width:15em}"
	"td.wide div{font-size:.92em;color:var(--soft)}"
	"details{margin:.5em 0}summary{cursor:pointer;color:var(--soft)}"
	"details.cpu>summary{color:var(--text);font-weight:600}"
	".gaps{display:grid;gap:10px;"
	"grid-template-columns:repeat(auto-fill,minmax(min(100%,340px),1fr))}"
	".gap ol{list-style:none;padding:0;margin:.5em 0 0;font-size:.88rem}"
	".gap li{display:flex;gap:.8em;justify-content:space-between}"
	".gap li data{white-space:nowrap}"
	".gap li.d1{padding-left:1em}.gap li.d2{padding-left:2em}"
	".gap li.d3{padding-left:3em}"
	"svg .gapbar{fill:var(--gap)}"
	"dl{display:grid;grid-template-columns:minmax(7em,max-content) 1fr;"
	"gap:4px 14px;margin:0}dt{color:var(--soft)}dd{margin:0;min-width:0}"
	"mark{background:var(--mark);color:inherit;border-radius:3px;"
	"padding:0 2px}"
	"footer{margin-top:2.5em;font-size:.88rem;color:var(--soft)}"
	"@media print{:root{color-scheme:light;" LIGHT "}"
	"body{font-size:10pt;background:none}main{max-width:none;padding:0}"
	".charts{grid-template-columns:1fr 1fr}"
	"table{font-size:7.5pt}th,td{padding:2px 4px;white-space:normal}"
	"figure,.gap,tr,.tile{break-inside:avoid}h2{break-after:avoid}"
	".scroll{overflow:visible}figure>details{display:none}}"
	"@media (max-width:480px){main{padding:10px}"
	"svg text{font-size:14px}dl{grid-template-columns:1fr;gap:0}"
	"dd{margin-bottom:.5em}}" COLOUR("nmi") COLOUR("irq") COLOUR("timer") COLOUR("ipi")
		COLOUR("vector") COLOUR("softirq") COLOUR("work") COLOUR("thread")
			COLOUR("fault") COLOUR("other") COLOUR("gap");
