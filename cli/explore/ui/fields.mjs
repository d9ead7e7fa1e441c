const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a text with control, direction and invisible characters as escapes. */
function visible(text) {
  return text.replaceAll(invisible, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
}

/** Makes an element with these properties or attributes; texts and elements become its children. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made) made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.map((child) => (typeof child === 'string' ? visible(child) : child)));
  return made;
}

const valueAt = (body, steps) => steps.reduce((value, step) => value?.[step], body);

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

/** Returns the steps to every value of a body; empty objects and arrays count as values. */
function stepsIn(value, steps = []) {
  const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0;
  if (!isBranch) return steps.length === 0 ? [] : [steps];
  return Object.entries(value).flatMap(([name, member]) =>
    stepsIn(member, [...steps, Array.isArray(value) ? Number(name) : name]),
  );
}

/** Returns the steps to a documented field such as `refund_orders[].amount`, in each entry of the body. */
function placesOf(body, [part, ...rest], steps = []) {
  if (part === undefined) return [steps];
  if (part !== '[]') return placesOf(body, rest, [...steps, part]);
  const entries = valueAt(body, steps);
  return Array.isArray(entries) ? entries.flatMap((_entry, at) => placesOf(body, rest, [...steps, at])) : [];
}

const pathOf = (steps) =>
  steps.map((step, at) => (typeof step === 'number' ? `[${step}]` : at === 0 ? step : `.${step}`)).join('');

const shown = (value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Reads a typed value: text stays text, another value is JSON as long as it can be read. */
function readTyped(text, before = '') {
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function button(text, label, click) {
  const made = element('button', { type: 'button', 'aria-label': label }, text);
  made.addEventListener('click', click);
  return made;
}

/** Lists the values to try in a field when it is opened; a click puts one into the body. */
function valuesOf({ values, description }, path, put) {
  const list = element('ul', { className: 'values' });
  const summary = element('summary', {}, `${description}: ${values.length} values to try`);
  const details = element('details', {}, summary, list);
  details.addEventListener('toggle', () => {
    const items = values.map(({ id, sentence, value }) => {
      const choice = button(id, `Put ${id} into ${path}`, () => put(value));
      return element('li', {}, choice, ' ', sentence);
    });
    list.replaceChildren(...(details.open ? items : []));
  });
  return details;
}

/** Shows a body as inputs, first those of its values, then of documented fields that it lacks; `change` gets each new body. */
export function showFields(container, body, fields, change) {
  const known = new Map(fields.map((field) => [field.path, field]));
  let current = body;
  const set = (steps, value) => {
    current = changed(current, steps, value);
    change(current);
  };
  const row = (steps) => {
    const path = pathOf(steps);
    const field = known.get(path.replaceAll(/\[\d+\]/g, '[]'));
    const id = `field-${path}`;
    const input = element('textarea', { id, value: shown(valueAt(body, steps)), rows: 1, spellcheck: false });
    input.addEventListener('change', () => set(steps, readTyped(input.value, valueAt(current, steps))));
    const put = (value) => {
      input.value = shown(value);
      set(steps, value);
    };
    const remove = () => {
      set(steps, undefined);
      showFields(container, current, fields, change);
    };
    return element(
      'div',
      { className: 'field' },
      element('label', { htmlFor: id }, path),
      input,
      button('×', `Remove ${path}`, remove),
      field === undefined
        ? element('span', { className: 'quiet' }, 'not documented')
        : valuesOf(field, path, put),
    );
  };
  const absent = fields
    .flatMap(({ path }) => placesOf(body, path.match(/[^.[\]]+|\[\]/g)))
    .filter((steps) => valueAt(body, steps) === undefined);
  const summary = element('summary', {}, `${absent.length} documented fields that are not in the body`);
  container.replaceChildren(...stepsIn(body).map(row), element('details', {}, summary, ...absent.map(row)));
}
