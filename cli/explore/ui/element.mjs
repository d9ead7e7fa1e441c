const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a text with control, direction and invisible characters as escapes. */
function visible(text) {
  return text.replaceAll(invisible, (sign) => `\\u{${sign.codePointAt(0).toString(16)}}`);
}

/** Makes an element with these properties or attributes; texts and elements become its children. */
export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key in made && key !== 'list') made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children.map((child) => (typeof child === 'string' ? visible(child) : child)));
  return made;
}

/** Returns the element with this id. */
export const byId = (id) => document.getElementById(id);

/** Makes a table; the first cell of each row is its header. */
export function table(heads, rows) {
  const cell = (content, at) => {
    if (content instanceof HTMLTableCellElement) return content;
    return at === 0 ? element('th', { scope: 'row' }, content) : element('td', {}, content);
  };
  return element(
    'div',
    { className: 'scroll' },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
      element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
    ),
  );
}

/** Makes a button that copies a text and confirms it. */
export function copyButton(label, text) {
  const button = element('button', { type: 'button', className: 'small' }, label);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not allowed by the browser';
    }
  });
  return button;
}
