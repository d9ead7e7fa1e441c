import { table } from '../../schemas/table.ts';
/** Header names and values in turn, as they stood on the wire. */
export type RawHeaders = readonly string[];

// They speak about one connection, not about the message (RFC 9110, 7.6.1); `expect` is answered by this side.
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'expect',
]);

function pairsOf(raw: RawHeaders): (readonly [name: string, value: string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) pairs.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return pairs;
}

/** The headers that go on to the other side: order, case and repetitions kept, `host` replaced where one is given. */
export function passedOn(raw: RawHeaders, host?: string): string[] {
  const pairs = pairsOf(raw);
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((word) => word.trim().toLowerCase()));
  return pairs
    .filter(([name]) => !ofConnection.has(name.toLowerCase()) && !named.includes(name.toLowerCase()))
    .flatMap(([name, value]) => [name, host !== undefined && name.toLowerCase() === 'host' ? host : value]);
}

/** The headers by lower-case name, as exchanges hold them. */
export function namedHeaders(raw: RawHeaders): Record<string, string> {
  const headers: Record<string, string> = table();
  for (const [name, value] of pairsOf(raw)) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  return headers;
}
