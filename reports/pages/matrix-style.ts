import type { OperationId } from '../../schemas/types.ts';

/** On a narrow screen a line of the matrix is a block, and each mark has its operation beside it. */
export function narrowStyle(operations: readonly OperationId[]): string {
  const names = operations.map(
    (id, at) => `td.v:nth-child(${at + 4}):not([colspan])::after { content: ' ${id}'; }`,
  );
  return `@media screen and (max-width: 48rem) {
main { margin: 0; padding: 1.2rem 1rem; } thead { display: none; } tr, td, table, tbody { display: block; } tr { padding: .5rem 0; border-top: 1px solid var(--line); }
td { padding: .1rem 0; border: 0; } td.id, td.what { max-width: none; min-width: 0; } td.v { display: inline-block; margin-right: .8rem; text-align: left; } td.v:empty { display: none; }
td.v::after { color: var(--soft); font-weight: 400; font-size: .85rem; } ${names.join(' ')}
.tools { position: static; } tr:target td { box-shadow: none; } tbody tr, td a[id] { scroll-margin-top: 1rem; }
}
`;
}

/** The style of the clause matrix; its colours are those of the certificate. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ground: #f0f3f6; --ink: #14181f; --soft: #5a6473; --line: #e3e7eb; --hover: #f5f7f9;
  --fail: #d3382c; --warn: #c98500; --pass: #22915a; --observed: #3f74c8; --open: #8a6fc0; --quiet: #c3cad2; --dim: #98a2ae; --on: #ffffff; --on-pale: #14181f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #171b21; --ground: #0e1116; --ink: #e7eaef; --soft: #9aa5b4; --line: #2a313a; --hover: #1e242c;
    --fail: #f2857b; --warn: #e0b04c; --pass: #5cc98d; --observed: #8fb2e3; --open: #bf9bea; --quiet: #3a424d; --dim: #76818f; --on: #14181f; --on-pale: #e7eaef;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Arial, sans-serif; }
main { max-width: 84rem; margin: 1.5rem auto; padding: 1.8rem 2.2rem; background: var(--paper); border-radius: 10px; }
h1 { margin: 0; font-size: 1.4rem; } p { margin: .3rem 0 1rem; color: var(--soft); }
code { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-variant-ligatures: none; overflow-wrap: anywhere; }
a { color: inherit; text-decoration-color: var(--dim); text-underline-offset: .18em; }
.bar { display: flex; height: 12px; border-radius: 6px; overflow: hidden; gap: 1px; background: var(--line); } .bar i { min-width: 3px; background: var(--tone); }
.tools { position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: center; padding: .9rem 0 .7rem; background: var(--paper); }
.tools label { display: inline-flex; gap: .4rem; align-items: center; cursor: pointer; } .tools input[type=checkbox] { margin: 0; accent-color: var(--tone); }
.tools b { min-width: 1.6rem; padding: .05rem .5rem; border-radius: 1rem; background: var(--tone); color: var(--on-tone, var(--on)); text-align: center; font-size: .85rem; font-variant-numeric: tabular-nums; }
.tools input[type=search] { flex: 1 1 12rem; min-width: 9rem; padding: .35rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: inherit; font: inherit; }
table { width: 100%; border-collapse: collapse; }
thead th { position: sticky; top: var(--top, 3.4rem); z-index: 1; background: var(--paper); vertical-align: bottom; padding: .3rem .3rem; color: var(--soft); font-size: .8rem; font-weight: 560; text-align: left; }
thead th.op { height: 8.4rem; width: 2rem; white-space: nowrap; } thead th.op span { display: block; width: 1.4rem; writing-mode: vertical-rl; transform: rotate(180deg); }
tbody th { padding: 1.3rem .3rem .3rem; text-align: left; font-size: .95rem; }
td { padding: .3rem; border-top: 1px solid var(--line); vertical-align: top; } tr:hover td { background: var(--hover); } tr:target td, tr:has(:target) td { background: var(--hover); box-shadow: inset 0 2px var(--observed); } td:has(:target) { outline: 2px solid var(--observed); outline-offset: -2px; } tbody tr, td a[id] { scroll-margin-top: calc(var(--top, 3.4rem) + 13rem); }
td.v { text-align: center; color: var(--tone); font-weight: 650; cursor: default; } td.s { color: var(--soft); white-space: nowrap; font-size: .85rem; }
td.what { min-width: 14rem; } td.id { max-width: 19rem; }
[hidden] { display: none; }
.fail, .suite-error { --tone: var(--fail); } .warn { --tone: var(--warn); --on-tone: #14181f; } .pass { --tone: var(--pass); } .observed { --tone: var(--observed); }
.inconclusive { --tone: var(--open); } .not-tested { --tone: var(--dim); --on-tone: #14181f; } .not-applicable, .not-testable { --tone: var(--quiet); --on-tone: var(--on-pale); }
@media print { .tools { display: none; } thead th { position: static; } }
`;
