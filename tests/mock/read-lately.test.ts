import { expect, test } from 'vitest';
import { readLately } from '../../mock/read-lately.ts';
import { readRequest } from '../../schemas/read-request.ts';

const json = 'application/json';
const text = '{"merchant_id":"1","card":"4111111111111111"}';
const bytes = (signs: string) => Buffer.from(signs, 'latin1');

test('an equal request is read once, for whichever world', () => {
  const read = readLately('/v1/authorise', bytes(text), json);
  expect(read).toEqual(readRequest('/v1/authorise', bytes(text), json));
  expect(readLately('/v1/authorise', bytes(text), json)).toBe(read);
});

test('another path, type or byte makes another request', () => {
  const read = readLately('/v1/authorise', bytes(text), json);
  for (const other of [
    readLately('/v1/refund', bytes(text), json),
    readLately('/v1/authorise', bytes(text), 'application/xml'),
    readLately('/v1/authorise', bytes(text), undefined),
    readLately('/v1/authorise', bytes(text), ''),
    readLately('/v1/authorise', bytes(`${text} `), json),
  ])
    expect(other).not.toBe(read);
  expect(readLately('/v1/authorise', bytes(text), '')).not.toBe(
    readLately('/v1/authorise', bytes(text), undefined),
  );
  // Two bytes that are the same sign once they are read as text.
  const [one, two] = ['\u00fe', '\u00ff'].map((sign) =>
    readLately('/v1/authorise', bytes(`{"a":"${sign}"}`), json),
  );
  expect(one).toEqual(readRequest('/v1/authorise', bytes('{"a":"\u00fe"}'), json));
  expect(two).not.toBe(one);
});

test('a long body is not kept', () => {
  const long = bytes(JSON.stringify({ a: 'x'.repeat(30_000) }));
  expect(readLately('/v1/refund', long, json)).not.toBe(readLately('/v1/refund', long, json));
});
