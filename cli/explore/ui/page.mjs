import { element, showFields } from './fields.mjs';

const byId = (id) => document.getElementById(id);

const state = {
  operations: [],
  /** The drawn request: its id, expectation and fields; undefined while one is drawn. */
  made: undefined,
  body: undefined,
  /** Counts changes of the request; an answer to an earlier count is outdated. */
  changes: 0,
  isBusy: false,
};

/** Asks the page's server, whose address holds a token. */
async function ask(path, body) {
  const headers = { 'content-type': 'application/json' };
  const options = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers };
  const response = await fetch(`./api/${path}`, options);
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? `the page's server answered ${response.status}`);
  return answer;
}

/** Runs an action and shows its result or its error; an outdated one has no result. */
async function show(text, work) {
  byId('status').textContent = text;
  try {
    const result = await work();
    if (result !== undefined) byId('status').textContent = result;
  } catch (error) {
    byId('status').textContent = error.message;
  }
}

/** Takes the answer away, since the request is another one. */
function forgetAnswer() {
  state.changes += 1;
  byId('answer-parts').replaceChildren();
  byId('findings').replaceChildren();
}

function showText() {
  byId('text').value = JSON.stringify(state.body, null, 2);
  byId('text-problem').textContent = '';
}

function showForm() {
  showFields(byId('fields'), state.body, state.made.fields, (body) => {
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
    if (state.made !== undefined) showForm();
  } catch (error) {
    byId('text-problem').textContent = error.message;
  }
}

/** Shows a request that may be edited and sent, `body` with what was edited before. */
function showRequest(made, body = made.body) {
  state.made = made;
  state.body = body;
  showText();
  showForm();
}

function showCases(cases) {
  const groups = Object.groupBy(cases, ({ expectation }) => expectation);
  const options = Object.entries(groups).map(([expectation, some]) =>
    element(
      'optgroup',
      { label: `expected: ${expectation}` },
      ...some.map(({ name, clause = '' }) => element('option', { value: name }, `${name}  ${clause}`)),
    ),
  );
  byId('case').replaceChildren(...options);
  byId('case').value = cases[0].name;
}

/** Draws the named case, or the first of what is chosen; sends nothing. */
async function draw(name) {
  forgetAnswer();
  // The request of the choice before is not sent any more.
  state.made = undefined;
  byId('pay').disabled = true;
  const before = state.changes;
  const { cases, ...made } = await ask('case', {
    operation: byId('operation').value,
    kind: byId('kind').value,
    case: name,
    seed: Number(byId('seed').value),
  });
  if (before !== state.changes) return undefined;
  if (name === undefined) showCases(cases);
  const { clause = '', statement = '', expectation, payments } = made;
  byId('about').textContent = `Expected: ${expectation}. ${clause} ${statement}`;
  byId('pay').disabled = payments === undefined;
  showRequest(made);
  const { refusal, path } = state.operations.find(({ id }) => id === byId('operation').value);
  if (refusal !== undefined) return `Nothing can be sent: ${refusal}`;
  const paying = `. It is about made-up payments; "Pay first" makes ${payments}.`;
  return `Ready: POST ${path}${payments === undefined ? '' : paying}`;
}

/** A request as it is now, with what somebody changed in it before: edited values and removed members stay. */
function withEdits(edited, before, now) {
  if (JSON.stringify(edited) === JSON.stringify(before)) return now;
  const all = [edited, before, now];
  if (all.every(Array.isArray)) return edited.map((one, at) => withEdits(one, before[at], now[at]));
  if (!all.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))) return edited;
  const added = Object.entries(now).filter(([name]) => !Object.hasOwn(before, name));
  const kept = Object.entries(edited).map(([name, one]) => [name, withEdits(one, before[name], now[name])]);
  return Object.fromEntries([...kept, ...added]);
}

/** Makes the payments that the request needs, and shows it about them. */
async function pay() {
  forgetAnswer();
  const before = state.changes;
  const { made } = state;
  const paid = await ask('pay', { id: made.id });
  if (before !== state.changes) return 'Paid, but the request was changed meanwhile: choose its case again.';
  showRequest({ ...made, ...paid }, withEdits(state.body, made.body, paid.body));
  return `Paid: ${made.payments}. The request is about what was paid.`;
}

function showAnswer({ head, text, outcome, grade, findings, observed, curl }) {
  byId('answer-parts').replaceChildren(
    element('p', { id: 'answer-status' }, head),
    element('pre', { id: 'answer-text', tabIndex: 0 }, text),
    element('details', {}, element('summary', {}, 'curl'), element('pre', { id: 'curl', tabIndex: 0 }, curl)),
  );
  byId('findings').replaceChildren(
    element(
      'p',
      { id: 'verdict' },
      element('strong', { className: outcome }, outcome),
      ` (expected: ${state.made.expectation}; request ${grade}), findings: ${findings.length}`,
    ),
    ...findings.map((one) => element('pre', { className: one.verdict }, one.text)),
    ...observed.map((one) => element('p', { className: 'quiet' }, one)),
  );
}

async function send() {
  forgetAnswer();
  const before = state.changes;
  const look = await ask('send', { id: state.made.id, body: state.body });
  if (before !== state.changes)
    return `Sent: ${look.outcome}. The request was changed meanwhile, so its answer is not shown next to it.`;
  showAnswer(look);
  byId('answer').focus({ preventScroll: window.innerWidth > 1000 });
  return `Sent: ${look.outcome}, findings: ${look.findings.length}`;
}

/** Runs an action on a request that can be read, unless one is under way. */
async function once(text, work) {
  if (state.isBusy || state.made === undefined) return;
  state.isBusy = true;
  await show(text, () => {
    const problem = byId('text-problem').textContent;
    if (problem !== '') throw new Error(problem);
    return work();
  });
  state.isBusy = false;
}

async function start() {
  const { target, seed, operations } = await ask('operations');
  state.operations = operations;
  byId('target').textContent = `${target.name} (${target.environment})`;
  byId('seed').value = seed;
  const options = operations.map(({ id, title, section }) =>
    element('option', { value: id }, `${id}: ${title} (${section})`),
  );
  byId('operation').replaceChildren(...options);
  return draw();
}

for (const id of ['operation', 'kind', 'seed'])
  byId(id).addEventListener('change', () => show('Reading…', () => draw()));
byId('case').addEventListener('change', () => show('Reading…', () => draw(byId('case').value)));
byId('text').addEventListener('input', readText);
byId('pay').addEventListener('click', () => once('Paying…', pay));
byId('send').addEventListener('click', () => once('Sending…', send));
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) once('Sending…', send);
});
show('Loading…', start);
