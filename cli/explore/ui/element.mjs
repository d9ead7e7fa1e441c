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

/** Returns the element with this id. */
export const byId = (id) => document.getElementById(id);
