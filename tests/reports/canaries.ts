/** Secrets that nothing real holds: none of them may be found in any output. */
export const card = '4000056655665556';
export const code = '9173';
export const token = 'tok-51Kq9ZcanaryToken77';
export const signature = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
export const email = 'canary.person@shop-canary.example';
export const firstName = 'Zephyrinacanary';
export const lastName = 'Quillfeathercanary';
export const key = 'merchant-key-canary/+1';
const canaries = [card, token, signature, email, firstName, lastName, key];
export const secrets = {
  card,
  security_code: code,
  token_id: token,
  encryption_data: signature,
  shopper_email: email,
  first_name: firstName,
  last_name: lastName,
};

/** The planted secrets that a value holds, in plain or percent-encoded form. */
export function leaks(value: unknown): string[] {
  const text = JSON.stringify(value);
  const codes = new RegExp(`(?<![0-9A-Za-z])${code}(?![0-9A-Za-z])`).test(text) ? ['security code'] : [];
  return [
    ...canaries.filter((canary) => text.includes(canary) || text.includes(encodeURIComponent(canary))),
    ...codes,
  ];
}

/** All of them as a query. */
export const query = new URLSearchParams(secrets).toString();
const xml = (inner: string) => `<?xml version="1.0"?>\n<respon>${inner}</respon>`;
const elements = Object.entries(secrets)
  .map(([name, value]) => `<${name}>${value}</${name}>`)
  .join('');
const inputs = Object.entries(secrets)
  .map(([name, value]) => `<INPUT type=hidden value='${value}' name="${name}">`)
  .join('\n');
const script = Object.entries(secrets)
  .map(([name, value]) => `add('${name}', '${value}'); add("${name}", "${value}");`)
  .join('\n');

/** Bodies with the planted secrets in every style. */
export const bodiesWithSecrets: readonly (readonly [string, string])[] = [
  ['compact JSON', JSON.stringify({ order: secrets })],
  ['indented JSON', JSON.stringify({ order: [secrets] }, null, 2)],
  ['JSON that is cut', JSON.stringify({ order: secrets }).slice(0, -6)],
  ['JSON with repeated members', `{"card":"${card}","card" : "${card}", "note":"paid by ${email}"}`],
  ['JSON with escapes', JSON.stringify({ note: `card ${card}` }).replaceAll('4', '\\u0034')],
  ['JSON with a number', `{"card": ${card}, "security_code": ${code}}`],
  ['a card number as member name', `{"${card}":1}`],
  ['a card number as member name of odd layout', `{ "${card}" : 1 }`],
  ['JSON in a JSON string', JSON.stringify({ debug: JSON.stringify(secrets) })],
  ['single quotes', JSON.stringify(secrets).replaceAll('"', "'")],
  ['a form', query],
  ['a form in a JSON string', JSON.stringify({ allParams: query })],
  ['XML', xml(elements)],
  ['XML with CDATA', xml(elements.replaceAll(/>([^<]+)</g, '><![CDATA[$1]]><'))],
  ['XML cut by a comment', xml(`<card>${card.slice(0, 9)}<!-- x -->${card.slice(9)}</card>`)],
  [
    'XML with entities',
    xml(`<card>${[...card].map((digit) => `&#${digit.charCodeAt(0)};`).join('')}</card>`),
  ],
  ['XML attributes', xml(`<x card="${card}" security_code='${code}' e:email="${email}"/>`)],
  ['XML with a prefix', xml(`<p:card>${card}</p:card><p:security_code>${code}</p:security_code>`)],
  ['XML that never ends', xml(elements).slice(0, -20)],
  ['HTML inputs', `<!DOCTYPE html><html><body><form name=theForm>${inputs}</form></body></html>`],
  ['HTML scripts', `<html><script>${script}</script></html>`],
  [
    'HTML allParams',
    `<html><form><input name="allParams" value="${query.replaceAll('&', '&amp;')}"></form></html>`,
  ],
  ['HTML textarea', `<html><textarea name="security_code">${code}</textarea></html>`],
  ['HTML links', `<html><a href="https://x.example/?card=${card}&amp;security_code=${code}">x</a></html>`],
  ['plain text', `declined: card=${card} security_code: ${code} for ${email} token_id="${token}"`],
  ['prose', `card ${card.replaceAll(/(.{4})(?=.)/g, '$1 ')} was refused, cvv ${code}`],
  ['percent escapes', `error%20${card}%20and%22${card}%22`],
];
