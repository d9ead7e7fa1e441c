import { element } from './element.mjs';

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldOf = (path) => path.replaceAll(/\[\d+\]/g, '[]');

/** Returns a value with one part changed; undefined removes a member or entry. */
function changed(value, [step, ...rest], part) {
  if (step === undefined) return part;
  if (Array.isArray(value)) {
    const inner = changed(value[step], rest, part);
    return inner === undefined ? value.filter((_entry, at) => at !== step) : value.with(step, inner);
  }
  const { [step]: old, ...others } = value ?? {};
  const inner = changed(old, rest, part);
  return inner === undefined ? others : { ...value, [step]: inner };
}

function readInput(text, before) {
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function row(view, path, steps, value) {
  const field = view.fields.get(fieldOf(path));
  const isText = typeof value === 'string';
  const shown = isText ? value : JSON.stringify(value);
  const id = `field-${path}`;
  const input = element(shown.includes('\n') ? 'textarea' : 'input', { id, value: shown, spellcheck: false });
  input.addEventListener('change', () =>
    view.change(changed(view.body, steps, readInput(input.value, value))),
  );
  const remove = element(
    'button',
    { type: 'button', className: 'small', 'aria-label': `Remove ${path}` },
    '×',
  );
  remove.addEventListener('click', () => view.change(changed(view.body, steps, undefined), true));
  const about = [field?.clause, field?.description ?? 'no documented field'].filter(Boolean).join(' · ');
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, element('label', { htmlFor: id }, path)),
    element('td', {}, input, element('span', { className: 'hint' }, about)),
    element('td', {}, remove),
  );
}

function rowsOf(view, value, path, steps) {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((entry, at) => rowsOf(view, entry, `${path}[${at}]`, [...steps, at]));
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, member]) =>
      rowsOf(view, member, path === '' ? name : `${path}.${name}`, [...steps, name]),
    );
  }
  return path === '' ? [] : [row(view, path, steps, value)];
}

/** Returns the form with one group per array entry; all but the first are folded. */
function groupsOf(view) {
  const plain = {};
  const groups = [];
  for (const [name, member] of Object.entries(view.body)) {
    if (!Array.isArray(member) || member.length === 0) plain[name] = member;
    else
      member.forEach((entry, at) => {
        const path = `${name}[${at}]`;
        groups.push([path, rowsOf(view, entry, path, [name, at])]);
      });
  }
  const body = (rows) => element('table', { className: 'fields' }, element('tbody', {}, ...rows));
  return [
    body(rowsOf(view, plain, '', [])),
    ...groups.map(([path, rows], at) =>
      element('details', { open: at === 0 }, element('summary', {}, path), body(rows)),
    ),
  ];
}

function adder(view) {
  const missing = [...view.fields.values()].filter(
    ({ path, kind }) => kind === 'leaf' && !/[.[]/.test(path) && !Object.hasOwn(view.body, path),
  );
  const choice = element(
    'select',
    { id: 'add-field' },
    ...missing.map(({ path }) => element('option', { value: path }, path)),
  );
  const add = element('button', { type: 'button', className: 'small' }, 'Add field');
  add.addEventListener('click', () => {
    const example = view.fields.get(choice.value)?.example ?? '';
    view.change({ ...view.body, [choice.value]: example }, true);
  });
  return element(
    'p',
    { className: 'actions' },
    element('label', {}, 'Documented field that is not in the body', choice),
    add,
  );
}

/** Shows a body as inputs, one per value. `change` is called with the whole new body. */
export function showBodyForm(container, body, fields, change) {
  const view = {
    body,
    fields,
    change(next, reshaped) {
      view.body = next;
      change(next);
      if (reshaped) showBodyForm(container, next, fields, change);
    },
  };
  container.replaceChildren(...groupsOf(view), adder(view));
}
