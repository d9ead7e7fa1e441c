import { showBodyForm } from './body-form.mjs';
import { byId, element, table } from './element.mjs';
import { showResult } from './result-view.mjs';

const shown = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

function rowOf({ path, clause, statement, description, example, secret, core }) {
  const notes = [core ? 'part of a complete request' : '', secret ? `masked (${secret})` : ''];
  return [
    path,
    description ?? '',
    element('td', { className: 'value' }, example === undefined ? '' : shown(example)),
    element('td', {}, element('code', {}, clause ?? ''), ' ', statement ?? ''),
    notes.filter(Boolean).join(', '),
  ];
}

function tableOf(fields, wanted) {
  const found = fields.filter((field) => JSON.stringify(field).toLowerCase().includes(wanted));
  return found.length === 0
    ? element('p', { className: 'hint' }, 'No documented field matches.')
    : table(['Field', 'Shape', 'Example', 'Clause', ''], found.map(rowOf));
}

/** Lists the documented fields that contain the search text in name, clause, shape or example. */
function showCatalogue() {
  const { request, answer } = chosen()?.fields ?? { request: [], answer: [] };
  const wanted = byId('find').value.trim().toLowerCase();
  byId('request-fields').replaceChildren(tableOf(request, wanted));
  byId('answer-fields').replaceChildren(tableOf(answer, wanted));
}

const token = new URLSearchParams(location.search).get('token') ?? '';

async function ask(path, options = {}) {
  const response = await fetch(path, {
    ...options,
    headers: { 'x-explore-token': token, ...options.headers },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `the page's server answered ${response.status}`);
  return answer;
}

/** Sends a GET request to the page's server. */
const read = (path, query = {}) => ask(`/api/${path}?${new URLSearchParams(query)}`);

/** Sends a POST request to the page's server. */
const post = (path, body) =>
  ask(`/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const state = {
  operations: [],
  made: undefined,
  body: undefined,
  /** Counts changes of the request; an answer to an earlier count is outdated. */
  changes: 0,
};

const say = (text) => {
  byId('status').textContent = text;
};

/** Runs an action with all buttons disabled and shows its result or error. */
async function busy(text, work) {
  const buttons = [...document.querySelectorAll('button')];
  const focused = document.activeElement;
  say(text);
  for (const button of buttons) button.disabled = true;
  try {
    say(await work());
  } catch (error) {
    say(error.message);
  } finally {
    for (const button of document.querySelectorAll('button')) button.disabled = false;
    // A disabled button loses the focus, and the keyboard would start again at the top of the page.
    if (document.activeElement === document.body) focused?.focus();
  }
}

const chosen = () => state.operations.find(({ id }) => id === byId('operation').value);

async function showCases() {
  const { id } = chosen();
  const before = state.changes;
  const kind = byId('kind').value;
  const seed = byId('seed').value;
  const cases = await read('cases', { operation: id, kind, ...(seed === '' ? {} : { seed }) });
  if (before !== state.changes) return;
  const groups = Object.groupBy(cases, ({ expectation }) => expectation);
  const options = Object.entries(groups).map(([expectation, some]) =>
    element(
      'optgroup',
      { label: `expected: ${expectation}` },
      ...some.map(({ name, clause }) =>
        element('option', { value: name }, clause === undefined ? name : `${name}  ·  ${clause}`),
      ),
    ),
  );
  byId('case').replaceChildren(element('option', { value: '' }, 'any'), ...options);
}

async function chooseOperation() {
  const { id, batch, refusal, path } = chosen();
  forgetRequest();
  byId('entries-field').hidden = batch === undefined;
  byId('orders-field').hidden = batch === undefined && id !== 'cancel-subscription';
  byId('entries').value = '';
  byId('entries').placeholder = batch === undefined ? '' : `1, limit ${batch.limit}`;
  showCatalogue();
  await showCases();
  return refusal === undefined ? `POST ${path}` : `Nothing can be sent: ${refusal}`;
}

function showAbout({ case: made, first, notes = [] }) {
  const rows = [
    ['Case', `${made.kind} · ${made.name}`],
    ['Clause', [made.clause, made.statement].filter(Boolean).join(': ')],
    ['Expected', made.expectation],
    ['Breaks', made.breaks],
    ['Changed', made.at],
    ...(notes.length === 0 ? [['Made first', first === undefined ? '' : `Send makes ${first}`]] : []),
    ...notes.map((note) => ['Before', note]),
  ].filter(([, text]) => text);
  byId('about').replaceChildren(
    ...rows.flatMap(([term, text]) => [element('dt', {}, term), element('dd', {}, text)]),
  );
}

function showText() {
  byId('text').value = JSON.stringify(state.body, null, 2);
  byId('text-problem').textContent = '';
}

function showForm() {
  const fields = new Map(chosen().fields.request.map((field) => [field.path, field]));
  showBodyForm(byId('form-view'), state.body, fields, (body) => {
    state.body = body;
    forgetAnswer();
    showText();
  });
}

function readText() {
  forgetAnswer();
  try {
    state.body = JSON.parse(byId('text').value);
    byId('text-problem').textContent = '';
  } catch (error) {
    byId('text-problem').textContent = error.message;
  }
}

function showView() {
  const asForm = document.querySelector('input[name="view"]:checked').value === 'form';
  byId('text-view').hidden = asForm;
  byId('form-view').hidden = !asForm;
  if (asForm) showForm();
}

/** Removes the answer, since the request has changed. */
function forgetAnswer() {
  state.changes += 1;
  byId('result').replaceChildren();
  byId('result').hidden = true;
  byId('no-answer').hidden = false;
}

/** Removes the request and its answer, since the operation has changed. */
function forgetRequest() {
  forgetAnswer();
  state.made = undefined;
  byId('made').hidden = true;
}

async function makeRequest() {
  const number = (id) => (byId(id).value === '' ? undefined : Number(byId(id).value));
  const entries = chosen().batch === undefined ? undefined : number('entries');
  const name = byId('case').value;
  forgetRequest();
  const before = state.changes;
  const made = await post('case', {
    operation: chosen().id,
    seed: number('seed'),
    orders: byId('orders').checked ? 'paid' : 'unknown',
    ...(entries === undefined
      ? { kind: byId('kind').value, ...(name === '' ? {} : { case: name }) }
      : { entries }),
  });
  if (before !== state.changes) return 'Something else was chosen meanwhile; make the request again.';
  state.made = made;
  state.body = made.body;
  showAbout(state.made);
  showText();
  byId('made').hidden = false;
  showView();
  return made.first === undefined
    ? 'The request is ready; change it or send it.'
    : `The request is ready. Send makes ${made.first} first.`;
}

async function send() {
  if (state.made === undefined) throw new Error('Make a request first.');
  if (byId('text-problem').textContent !== '') throw new Error(byId('text-problem').textContent);
  forgetAnswer();
  const before = state.changes;
  const { first, notes } = state.made;
  if (first !== undefined && notes === undefined) say(`First ${first}…`);
  const look = await post('send', { id: state.made.id, body: state.body });
  if (before !== state.changes)
    return `Sent: ${look.outcome}. The request was changed meanwhile, so its answer is not shown next to it.`;
  // With the orders that were paid for it.
  state.made = { ...state.made, notes: look.notes };
  state.body = look.body ?? state.body;
  showAbout(state.made);
  showText();
  showView();
  byId('no-answer').hidden = true;
  byId('result').hidden = false;
  showResult(byId('result'), look, state.made.case.expectation);
  byId('answer').scrollTop = 0;
  byId('answer').focus({ preventScroll: window.innerWidth > 1000 });
  return `Sent: ${look.outcome}, ${look.findings.length} findings`;
}

async function start() {
  const { target, seed, operations, showsPersons } = await read('operations');
  state.operations = operations;
  byId('target').textContent =
    `${target.name} (${target.environment})${showsPersons ? ', made-up persons are shown' : ''}`;
  byId('seed').value = seed;
  byId('operation').replaceChildren(
    ...operations.map(({ id, title, section }) =>
      element('option', { value: id }, `${id}: ${title} (${section})`),
    ),
  );
  return chooseOperation();
}

byId('operation').addEventListener('change', () => busy('Reading…', chooseOperation));
for (const id of ['kind', 'seed'])
  byId(id).addEventListener('change', () =>
    busy('Reading…', async () => {
      forgetAnswer();
      await showCases();
      return 'Choose a case, or any.';
    }),
  );
for (const id of ['case', 'entries', 'orders']) byId(id).addEventListener('change', forgetAnswer);
byId('wish').addEventListener('submit', (event) => {
  event.preventDefault();
  busy('Making the request…', makeRequest);
});
byId('another').addEventListener('click', () => {
  byId('seed').value = (Number(byId('seed').value) + 1) % 2_147_483_648;
  busy('Making the request…', makeRequest);
});
byId('text').addEventListener('input', readText);
for (const choice of document.querySelectorAll('input[name="view"]'))
  choice.addEventListener('change', showView);
byId('send').addEventListener('click', () => busy('Sending…', send));
byId('find').addEventListener('input', showCatalogue);
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !byId('send').disabled)
    busy('Sending…', send);
});
busy('Loading…', start);
