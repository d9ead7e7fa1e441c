import { copyButton, element, table } from './element.mjs';
import { highlighted } from './highlight.mjs';

const verdictOf = (verdict) => element('span', { className: `verdict ${verdict}` }, verdict);

/** Returns one block per clause and verdict: the first finding in full, the paths of the others. */
function findingBlocks(findings) {
  const groups = Object.values(Object.groupBy(findings, ({ clause, verdict }) => `${verdict} ${clause}`));
  return groups.map(([first, ...others]) => {
    const block = findingOf(first);
    if (others.length === 0) return block;
    const places = others.map(({ path }) => path || 'the whole answer').join(', ');
    const more = element('summary', {}, `and ${counted(others.length, 'more place')}`);
    block.append(element('details', {}, more, element('code', {}, places)));
    return block;
  });
}

function findingOf({ verdict, clause, message, path, expected, received }) {
  return element(
    'article',
    { className: `finding ${verdict}` },
    element('p', {}, verdictOf(verdict), ' ', element('code', {}, clause)),
    element('p', {}, message),
    element('p', {}, 'at ', element('code', {}, path || 'the whole answer')),
    element('p', {}, 'expected ', expected),
    element('p', {}, 'received ', element('code', {}, received)),
  );
}

function fieldRow({ path, verdict, values, value, clause, description }, findings) {
  const said = findings.map(({ clause: broken, path: place }) =>
    element('div', {}, element('code', {}, broken), place === path ? '' : ` at ${place}`),
  );
  const shown = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  return [
    path || 'the whole answer',
    element('td', {}, verdictOf(verdict)),
    element('td', { className: 'value' }, values > 1 ? `${shown} (first of ${values})` : shown),
    element('td', {}, element('code', {}, clause ?? ''), ' ', description ?? '', ...said),
  ];
}

function answerParts({ answer, text }) {
  if (answer.kind === 'none') return [element('p', {}, `No answer: ${answer.reason}. ${answer.detail}`)];
  const type = answer.headers['content-type'] ?? 'no content type';
  return [
    element('p', { id: 'answer-status' }, `${answer.status} ${type}, ${answer.durationMs} ms`),
    element('pre', { id: 'answer-text', tabIndex: 0 }, ...highlighted(text)),
  ];
}

const counted = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

function headOf({ outcome, grade, findings, exercised }, expectation) {
  return element(
    'p',
    { id: 'verdict' },
    element('strong', { className: `outcome ${outcome}` }, outcome),
    ` (expected: ${expectation}; request ${grade}): ${counted(findings.length, 'finding')}, ${counted(exercised.length, 'clause')} exercised`,
  );
}

/** Returns a note about what the grade of the request means for the verdicts. */
function gradeNote({ grade }) {
  if (grade !== 'broken') return [];
  const text =
    'The request is not right in every respect, so a refusal in any form is right, and a field counts as tested only where the answer can be read as documented.';
  return [element('p', { className: 'hint' }, text)];
}

/** Makes a link that saves a replay file; edits that hold a secret are left out. */
function replayLink(replay) {
  const text = `${JSON.stringify(replay, null, 2)}\n`;
  const href = `data:application/json;charset=utf-8,${encodeURIComponent(text)}`;
  return element('a', { href, download: `explore-${replay.operation}.json` }, 'Save as replay');
}

function copies({ curl, command, replay }) {
  return element(
    'div',
    {},
    element(
      'p',
      { className: 'actions' },
      copyButton('Copy as curl', curl),
      copyButton('Copy command', command),
      replayLink(replay),
    ),
    element('details', {}, element('summary', {}, 'curl'), element('pre', { id: 'curl', tabIndex: 0 }, curl)),
    element('details', {}, element('summary', {}, 'Command'), element('pre', { tabIndex: 0 }, command)),
  );
}

/** Shows one sent request: outcome, findings, answer, verdict per field, observations and how to repeat it. */
export function showResult(container, look, expectation) {
  const { findings, fields, observations } = look;
  const rows = fields.map((field) =>
    fieldRow(
      field,
      field.findings.map((at) => findings[at]),
    ),
  );
  container.replaceChildren(
    headOf(look, expectation),
    ...gradeNote(look),
    element('div', { id: 'findings' }, ...findingBlocks(findings)),
    ...answerParts(look),
    copies(look),
    element('h3', {}, 'Verdict per field'),
    table(['Field', 'Verdict', 'Value', 'Clause and shape'], rows),
    element('h3', {}, `Observed where the document is silent (${observations.length})`),
    table(
      ['Clause', 'What was seen'],
      observations.map(({ clause, detail }) => [clause, detail]),
    ),
  );
}
