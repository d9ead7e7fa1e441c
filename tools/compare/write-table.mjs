import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../../docs/comparison.md', import.meta.url);
const start = '<!-- comparison:start -->';
const end = '<!-- comparison:end -->';

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)];
const share = ({ reported, all }, what) => `${reported} of ${all} ${what}`;

function byKind(tools, sample) {
  const kinds = [...new Set(sample.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const ids = sample.filter((one) => one.kind === kind).map(({ fault }) => fault.id);
    const hits = ({ caught }) => ids.filter((id) => caught.get(id) !== undefined).length;
    return [kind, String(ids.length), ...tools.map((tool) => String(hits(tool)))];
  });
}

/** The lines between the markers: figures and kinds. */
export function comparisonLines({ tools, sample, planted }) {
  const caughtOf = ({ caught }) => [...caught.values()].filter((found) => found !== undefined).length;
  const names = tools.map(({ name }) => name);
  return [
    `${sample.length} of ${planted} planted faults.`,
    '',
    ...table(
      ['tool', 'version', 'caught', 'reports on the plain endpoint', 'the same, document as it is'],
      tools.map((tool) => [
        tool.name,
        tool.version,
        `${caughtOf(tool)} of ${sample.length}${tool.aimed === undefined ? '' : ` (${tool.aimed} by the clause aimed at)`}`,
        share(tool.plain, tool.counts),
        tool.asIs === undefined ? '' : share(tool.asIs, tool.counts),
      ]),
    ),
    '',
    'Caught, by kind of deviation:',
    '',
    ...table(['kind', 'faults', ...names], byKind(tools, sample)),
  ];
}

/** Replaces the lines between the markers of `docs/comparison.md`. */
export function writeTable(lines) {
  const text = readFileSync(page, 'utf8');
  const [before, rest = ''] = text.split(start);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`docs/comparison.md has lost its markers ${start} and ${end}`);
  writeFileSync(page, `${before}${start}\n${lines.join('\n')}\n${end}${after}`);
}
