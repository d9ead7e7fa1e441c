import { style as matrixStyle } from '../matrix/style.ts';

/** The style of the page of what was sent: that of the clause matrix, and tones of its own. */
export const style = `${matrixStyle}
main { max-width: none; margin: 1.5rem; } @media screen and (max-width: 48rem) { main { margin: 0; padding: 1.2rem 1rem; } } h2 { margin: 2rem 0 .3rem; font-size: 1.1rem; }
thead th { position: static; } thead th.op { height: 13rem; } td.n { text-align: right; font-variant-numeric: tabular-nums; }
td.v { padding: .1rem; min-width: 1.15rem; font-size: .8rem; } td.id { position: sticky; left: 0; background: var(--paper); max-width: none; white-space: nowrap; } td.id code { overflow-wrap: normal; }
table.small { width: auto; } table.small td, table.small th { padding: .2rem .7rem; text-align: left; } .wide { overflow-x: auto; }
.accepted { --tone: var(--pass); } .refused { --tone: var(--observed); } .changed { --tone: var(--warn); } .crashed { --tone: var(--fail); }
.unclear { --tone: var(--open); } .missing { --tone: var(--dim); } .forbidden { --tone: var(--quiet); }
td.crashed, td.changed, td.refused, td.missing { outline: 1px solid var(--tone); outline-offset: -2px; }
`;
