import { commandStart } from '../../schemas/command-line.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { acquirers, findAcquirer } from '../acquirers/registry.ts';
import { merchants, type Register } from '../admission.ts';
import { faults, findFault } from '../faults/registry.ts';
import { decliningCards } from '../operations/payment.ts';
import type { Recent } from '../recent.ts';
import { bounds } from '../state/store.ts';
import type { World } from '../world.ts';
import { escapeMarkup } from '../write/xml.ts';
import { htmlPage } from './hosted.ts';
import { copyScript, sampleCalls, sampleList, sampleStyle } from './sample-calls.ts';

function explained(part: string): readonly string[] {
  if (part === 'a change of its own')
    return ['It is changed in a way that has no name here; what was printed when it started says how.'];
  const [kind = '', ...rest] = part.split('/');
  const name = rest.join('/');
  if (kind === 'faults') {
    const fault = findFault(name);
    if (fault === undefined) return [];
    const { operation, clause, verdict, description } = fault;
    return [`Fault ${name}, in ${operation}: ${description}. A run answers with ${verdict} of ${clause}.`];
  }
  const acquirer = kind === 'acquirers' ? findAcquirer(name) : undefined;
  if (acquirer === undefined) return [];
  return [
    `Acquirer ${name}: ${acquirer.description}`,
    ...acquirer.habits.map(({ insists, because }) => `${insists} Allowed, because: ${because}`),
  ];
}

/** The faults and acquirers in the name of an endpoint, in sentences; none for a plain one. */
export function behaviourSentences(name: string): readonly string[] {
  return name.split(' with ').flatMap(explained);
}

type Row = readonly (readonly [text: string, kind?: 'code' | 'folded'])[];

function table(heads: readonly string[], rows: readonly Row[]): string {
  const cell = ([text, kind]: Row[number]) => {
    const code = `<code>${escapeMarkup(text)}</code>`;
    if (kind === 'folded') return `<td><details><summary>Fields</summary>${code}</details></td>`;
    return `<td>${kind === 'code' ? code : escapeMarkup(text)}</td>`;
  };
  const body = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n');
  return `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>\n${body}</table>`;
}

// Opens the lists with matching rows and hides the other rows, without a request.
const findScript = `<script>
const find = document.getElementById('find');
find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const list of document.querySelectorAll('details.found')) {
    let shown = 0;
    for (const row of list.querySelectorAll('tr:has(td)')) {
      row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
      if (!row.hidden) shown += 1;
    }
    list.open = words.length > 0 && shown > 0;
    list.querySelector('output').textContent = words.length > 0 ? ', ' + shown + ' found' : '';
  }
});
</script>`;

// Lets long addresses and clause ids wrap in narrow windows.
const findStyle =
  '<style>td,th{overflow-wrap:anywhere}summary{cursor:pointer;font-weight:600}#find{font:inherit;width:min(30rem,100%);box-sizing:border-box}</style>';

/** A long table, folded until a search matches one of its rows. */
function foundIn(what: string, rows: string): string {
  return `<details class="found"><summary>${what}<output></output></summary>\n${rows}</details>`;
}

const operationTable = table(
  ['Operation', 'Path', 'Section'],
  documentedOperations.map(({ title, path, section }) => [[title], [`POST ${path}`, 'code'], [section]]),
);
const cardTable = table(
  ['card', 'result_info'],
  Object.entries(decliningCards).map(([card, { code, text }]) => [
    [card, 'code'],
    [`${code}:${text}`, 'code'],
  ]),
);
function merchantTable(register: Register): string {
  return table(
    ['merchant_id', 'account_id'],
    Object.entries(register).map(([merchant, accounts]) => [
      [merchant, 'code'],
      [accounts.join(', '), 'code'],
    ]),
  );
}

function explanation(name: string): string {
  const lines = behaviourSentences(name);
  if (lines.length === 0) return ' It conforms plainly.</p>';
  return `</p>\n<ul id="manner">${lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}</ul>`;
}

/** The page at `/`: operations, sample calls, all faults with their addresses, newest exchanges. */
export function startPage(world: World, recent: Recent, address: string): string {
  const seen = recent
    .list()
    .map(
      (one): Row => [
        [String(one.number)],
        [String(one.world)],
        [String(one.operation)],
        [String(one.status)],
        [String(one.refused)],
        [JSON.stringify(one.request), 'folded'],
      ],
    );
  const acquirerRows = acquirers.flatMap(({ name, habits, announces }): Row[] => [
    ...habits.map(({ insists, because }): Row => [[name, 'code'], [insists], [because]]),
    [
      [name, 'code'],
      [announces.length === 0 ? 'It announces no warning.' : `Warns: ${announces.join(', ')}`],
      [''],
    ],
  ]);
  const faultRows = faults.map(
    ({ id, clause, operation, verdict, description }): Row => [
      [`/faults/${id}/v1`, 'code'],
      [operation],
      [clause, 'code'],
      [verdict],
      [description],
    ],
  );
  return htmlPage(
    'Embedded endpoint',
    `${sampleStyle}${findStyle}
<h1>Embedded endpoint</h1>
<p>Manner: <code>${escapeMarkup(world.name)}</code>.${explanation(world.name)}
<p>A local stand-in for the payment acquiring service; no money moves, and everything is forgotten when it stops.</p>
<h2>Operations</h2>
${operationTable}
<h2>Try it</h2>
<p>${world.guard.signing === undefined ? 'Run them in this order after a restart: every call is accepted.' : 'This endpoint checks signatures, so put a valid one into <code>encryption_data</code>.'}</p>
${sampleList(sampleCalls, address)}
<h2>Merchants</h2>
${merchantTable(world.guard.merchants ?? merchants)}
<h2>Declines</h2>
<p>Any card number with a valid check digit is approved, except for these published test numbers, an invalid month, and the amount 0.00. A payout of 0 or of more than 15 digits fails.</p>
${cardTable}
<h2>Its own choices</h2>
<p>It keeps the newest ${bounds.orders} payments. A query lists the newest 100 of the account. Payments on hosted pages stay open until the page is opened and paid.
<code>POST /own/charge-subscriptions</code> charges every running subscription once.</p>
<h2>Newest exchanges</h2>
<p>Secrets are masked. Also as JSON: <a href="/recent"><code>GET /recent</code></a></p>
${seen.length === 0 ? '<p>None yet.</p>' : table(['No.', 'Manner', 'Operation', 'Status', 'Refused because', 'Request'], seen)}
<h2>Services and faults</h2>
<p><label>Find <input id="find" type="search" placeholder="name, clause, operation or words"></label></p>
<p>Acquirers are started separately: <code>${commandStart} mock --acquirer NAME</code>.</p>
${foundIn(`Acquirers: ${acquirers.length} whole services`, table(['Name', 'What it insists on', 'Why the document allows it'], acquirerRows))}
${foundIn(`Faults: ${faults.length} deviations`, table(['Address', 'Operation', 'Clause', 'Verdict', 'Deviation'], faultRows))}
${copyScript}${findScript}`,
  );
}
