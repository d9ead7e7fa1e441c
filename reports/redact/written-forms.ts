// A value of whole bytes stands at one of three offsets in Base64; the outermost signs belong to its neighbours, too.
function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const first = Math.ceil((offset * 4) / 3);
    const stable = whole.slice(first, Math.floor(((offset + bytes.length) * 4) / 3));
    return [stable, stable.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** How a value may be written inside JSON, XML, a form or a Basic header, as hexadecimal digits, or backwards. */
export function writtenForms(value: string): ReadonlySet<string> {
  const json = JSON.stringify(value).slice(1, -1);
  const xml = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  const bytes = Buffer.from(value);
  const base64 = bytes.toString('base64').replace(/=+$/, '');
  const backwards = [...value].reverse().join('');
  return new Set([
    value,
    json,
    xml,
    form,
    encodeURIComponent(bytes.toString()),
    base64,
    ...base64Forms(value),
    bytes.toString('hex'),
    backwards,
  ]);
}
