import { readFileSync } from 'node:fs';
import { createPluginSummary } from '@allurereport/plugin-api';

const text = (value) => String(value).replace(/[&<>"']/g, (mark) => `&#${mark.codePointAt(0)};`);

const style = `
  :root { color-scheme: light dark; --line: #8884; }
  body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
  h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); vertical-align: top; }
  th { position: sticky; top: 0; background: Canvas; } code { font: 12px ui-monospace, monospace; font-variant-ligatures: none; }
  .fail, .suite-error { color: #c2242b; font-weight: 600; } .warn, .inconclusive { color: #a86400; } .pass { color: #1a7f37; }
  .observed, .not-tested, .not-applicable, .not-testable { color: #777; } a { color: inherit; }
`;

function row({ id, evidence, operation, verdict, exchanges, why }) {
  const tests = `../operations/index.html?tags=${encodeURIComponent(id)}`;
  const cells = [
    `<code><a href="${text(tests)}">${text(id)}</a></code>`,
    text(operation ?? ''),
    text(evidence),
    `<span class="${text(verdict)}">${text(verdict)}</span>`,
    exchanges,
    text(why ?? ''),
  ];
  return `<tr id="${text(`${id} ${operation ?? ''}`.trim())}">${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function bySection(clauses) {
  const sections = new Map();
  for (const clause of clauses)
    sections.set(clause.section, [...(sections.get(clause.section) ?? []), clause]);
  return [...sections].sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
}

/** The clause matrix of a statement as a page that needs nothing else. */
export function renderMatrix(statement) {
  const head = ['clause', 'operation', 'evidence', 'verdict', 'exchanges', 'why']
    .map((name) => `<th>${name}</th>`)
    .join('');
  const tables = bySection(statement.clauses).map(
    ([section, rows]) =>
      `<h2>Section ${text(section)}</h2><table><thead><tr>${head}</tr></thead><tbody>${rows.map(row).join('')}</tbody></table>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Clauses</title><style>${style}</style></head><body>
<h1>Clauses: ${text(statement.result)} (${text(statement.target.name)}, seed ${text(statement.run.seed)})</h1>
${tables.join('\n')}</body></html>`;
}

/** Adds the clause matrix to the report as a page of its own. */
export default class ClauseMatrixPlugin {
  constructor({ statement } = {}) {
    this.file = statement;
  }
  done = async (context) => {
    const statement = JSON.parse(readFileSync(this.file, 'utf8'));
    await context.reportFiles.addFile('index.html', Buffer.from(renderMatrix(statement)));
  };
  info = (context, store) =>
    createPluginSummary({
      name: 'Clause matrix',
      plugin: 'clause-matrix',
      meta: {},
      ci: context.ci,
      history: context.history,
      store,
    });
}
