"""The style sheet of the HTML report."""

STYLE = """
:root { --ink: #1d2733; --soft: #5b6878; --line: #d9dfe6; --paper: #fff; --wrong: #b3261e;
  --note: #7a5c00; --good: #1b6e3c; --card: #f7f9fb; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6ebf1; --soft: #9fadbd; --line: #36414d;
  --paper: #141a21; --wrong: #ff8a80; --note: #f0c75e; --good: #7fd6a0; --card: #1c242d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: .5rem 0; font-size: 1.7rem; } h2 { margin: 2rem 0 .6rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; } h4 { margin: 0; font-size: 1rem; }
.verdict { font-size: 1.15rem; font-weight: 600; } .bad { color: var(--wrong); }
.good { color: var(--good); }
table { border-collapse: collapse; } th, td { padding: .25rem .7rem; text-align: left;
  border-bottom: 1px solid var(--line); } td:last-child { text-align: right; }
.wide { overflow-x: auto; } .cross td, .cross th { text-align: right; white-space: nowrap; }
.cross th:first-child { text-align: left; max-width: 14rem; overflow: hidden;
  text-overflow: ellipsis; }

.wrong td:nth-child(2), .wrong .severity { color: var(--wrong); }
.note td:nth-child(2), .note .severity { color: var(--note); }
del { color: var(--soft); } ins { color: var(--wrong); font-weight: 600; text-decoration: none; }
article { margin: 1rem 0; padding: .9rem 1rem; background: var(--card);
  border: 1px solid var(--line);
  border-left: 4px solid var(--note); border-radius: 6px; }
article.wrong { border-left-color: var(--wrong); }
.result { font-variant-numeric: tabular-nums; } .right { color: var(--wrong); }
.where { margin: .2rem 0 .6rem; color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
a { color: inherit; } .article { color: var(--soft); font-weight: 400; }
.finding { display: flex; gap: 1.2rem; justify-content: space-between; padding-top: .7rem; }
.finding + .finding { margin-top: .7rem; border-top: 1px solid var(--line); }
.finding > div { flex: 1 1 auto; min-width: 0; overflow-wrap: anywhere; }
.severity { text-transform: uppercase; font-size: .75rem; letter-spacing: .05em; }
.finding p { margin: .3rem 0; } .finding ul { margin: .3rem 0;
  padding-left: 1.2rem; color: var(--soft); font-size: .9rem; }
figure { margin: 0; flex: 0 0 300px; max-width: 100%; } figure svg { width: 100%; height: auto; }
figcaption { font-size: .8rem; color: var(--soft); } figcaption code { display: block;
  font-size: .7rem; overflow-wrap: anywhere; user-select: all; }
footer { margin: 2rem 0; color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) { body { padding: .6rem; } .finding { flex-direction: column; }
  figure { flex-basis: auto; width: 100%; max-width: 22rem; } }
@media print { :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; --card: #fff;
  --wrong: #8c1d18; --note: #5e4700; --good: #0f4d2a; } body { max-width: none; padding: 0;
  font-size: 10pt; } article, .finding, tr { break-inside: avoid; } h2 { break-after: avoid; }
  figure { flex-basis: 5.5cm; max-width: 5.5cm; } .finding { flex-direction: row; }
  .cross th, .cross td { padding: .1rem .3rem; font-size: 8pt; } .wide { overflow: visible; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""
