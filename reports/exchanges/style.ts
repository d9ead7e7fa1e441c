/** The look of the page of exchanges, in light and dark. */
export const style = `
:root { color-scheme: light dark; --paper:#fff; --ink:#14181f; --soft:#5a6473; --line:#dfe3e8; --fill:#f7f8fa; --fail:#b3261e; --warn:#9a6400; --open:#3f5f8a; --void:#6b3fa0; --name:#23569b; --text:#1a6b43; }
@media (prefers-color-scheme: dark) { :root { --paper:#171b21; --ink:#e7eaef; --soft:#9aa5b4; --line:#2c333d; --fill:#1e242c; --fail:#f2857b; --warn:#e0b04c; --open:#8fb2e3; --void:#bf9bea; --name:#8fb2e3; --text:#7fd0a2; } }
* { box-sizing: border-box }
body { margin:0; background:var(--paper); color:var(--ink); font:15px/1.5 system-ui,-apple-system,"Segoe UI",Arial,sans-serif }
main { max-width:76rem; margin:0 auto; padding:2rem 1.5rem 4rem }
h1 { margin:.2rem 0; font-size:1.8rem; letter-spacing:-.02em }
nav { display:flex; flex-wrap:wrap; gap:.4rem 1.2rem; margin:0 0 1rem; font-size:.9rem }
a { color:inherit; text-underline-offset:.18em }
article { margin:1.6rem 0; padding:1rem 1.2rem 1.2rem; border:1px solid var(--line); border-radius:8px; scroll-margin-top:1rem }
article:target { outline:2px solid var(--open); outline-offset:3px }
h2 { margin:0; font-size:1.05rem; overflow-wrap:anywhere }
h3 { margin:1rem 0 .3rem; font-size:.85rem; color:var(--soft) }
.soft { color:var(--soft); font-size:.88rem; overflow-wrap:anywhere }
.pair { display:grid; grid-template-columns:1fr 1fr; gap:1.2rem }
.pair section { min-width:0 }
@media (max-width:60rem) { .pair { grid-template-columns:1fr } }
pre { margin:0; padding:.7rem .8rem; max-height:30rem; overflow:auto; background:var(--fill); border:1px solid var(--line); border-radius:6px; white-space:pre-wrap; overflow-wrap:anywhere; font:12.5px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace; font-variant-ligatures:none }
code { font:.9em ui-monospace,"SF Mono",Menlo,Consolas,monospace; font-variant-ligatures:none; overflow-wrap:anywhere }
pre + pre { margin-top:.5rem }
ul.found { margin:.6rem 0; padding:0; list-style:none }
ul.found li { margin:.4rem 0; padding-left:.7rem; border-left:3px solid var(--line) }
li.fail { border-color:var(--fail) !important } li.warn { border-color:var(--warn) !important }
li.inconclusive { border-color:var(--open) !important } li.suite-error { border-color:var(--void) !important }
summary { cursor:pointer; margin:.8rem 0 .3rem; color:var(--soft); font-size:.88rem }
`;
