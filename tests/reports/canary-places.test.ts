import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redactExchange, redactNote, redactText, startRedaction } from '../../reports/redact.ts';
import { textsOf } from '../e2e/every-text.ts';
import { type CanaryKind, canaryKinds } from './canary-kinds.ts';
import { canaryPlaces } from './canary-places.ts';
import { writeEvidenceFolder } from './evidence-folder.ts';
import { judged, type Parts } from './hand-made.ts';

const registered = Object.values(canaryKinds).flatMap(({ field, value, written }) =>
  field === undefined ? [value, written ?? value] : [],
);

// Names of elements and headers hold letters, digits and hyphens only: what has other signs is another text there.
const isMet = ({ unknownIn, value, written = value }: CanaryKind, place: string) =>
  unknownIn?.test(place) !== true &&
  (!/^(?:an element|a header) name$/.test(place) || /^[\w-]+$/.test(written));

/** An exchange whose request carried the secret, and whose answer, page or judgement gives it back in a place. */
function given(place: string, { value, written = value, field }: CanaryKind): Parts {
  const parts = canaryPlaces[place]?.(written) ?? {};
  const carried = { merchant_id: '100001', ...(field === undefined ? {} : { [field]: value }) };
  return { operation: 'direct-payment', ...parts, sent: { value: carried, signed: true } };
}

/** The writings of a secret that tell that it was kept. */
function traces({ value, written = value }: CanaryKind): readonly string[] {
  return [value, written].flatMap((one) => {
    const json = JSON.stringify(one).slice(1, -1);
    return [one, json, encodeURIComponent(one), one.replaceAll(/[^\w-]/g, '_')];
  });
}

function holds(text: string, kind: CanaryKind): boolean {
  const lower = text.toLowerCase();
  return traces(kind).some((trace) =>
    /^\d{3,4}$/.test(trace)
      ? new RegExp(`"[^"]*(?<![0-9a-z])${trace}(?![0-9a-z])[^"]*"`, 'i').test(text)
      : lower.includes(trace.toLowerCase()),
  );
}

const pairs = Object.keys(canaryPlaces).flatMap((place) =>
  Object.entries(canaryKinds)
    .filter(([, kind]) => isMet(kind, place))
    .map(([name, kind]) => ({ place, name, kind })),
);

beforeAll(() => startRedaction({ seed: 7, secrets: registered }));

describe('canaries', () => {
  test('are of twelve kinds and more, in thirty places and more', () => {
    expect(Object.keys(canaryKinds).length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(canaryPlaces).length).toBeGreaterThanOrEqual(30);
    expect(pairs.length).toBeGreaterThanOrEqual(480);
  });

  test('stand in every place before masking', () => {
    const missing = pairs.filter(({ place, kind }) => {
      const { exchange, judgement } = judged({ ...given(place, kind), sent: {} });
      const { received, page } = exchange;
      const body =
        received.kind === 'none'
          ? ''
          : [Buffer.from(received.body)]
              .flatMap((bytes) => [bytes.toString('utf8'), bytes.subarray(2).toString('utf16le')])
              .join('\n');
      const headers = received.kind === 'none' ? received.detail : JSON.stringify(received.headers);
      return !holds(
        `"${body} ${headers} ${JSON.stringify(page)} ${JSON.stringify(judgement)}"`.replaceAll('&amp;', '&'),
        kind,
      );
    });
    expect(missing.map(({ place, name }) => `${name} in ${place}`)).toEqual([]);
  });

  test('are all masked in the evidence of an exchange', () => {
    const hits = pairs.filter(({ place, kind }) =>
      holds(JSON.stringify(redactExchange(judged(given(place, kind)))), kind),
    );
    expect(hits.map(({ place, name }) => `${name} in ${place}`)).toEqual([]);
  });

  test('that are registered are masked in notes, logs and reasons', () => {
    const texts = registered.flatMap((secret) => [
      redactText(`notification said ${secret}`),
      JSON.stringify(redactNote({ kind: 'skipped', reason: `the target says ${secret}` })),
      JSON.stringify(
        redactNote({
          kind: 'observed',
          observations: [
            { clause: '6/body', operation: 'direct-payment', fingerprint: secret, detail: `body: ${secret}` },
          ],
        }),
      ),
    ]);
    expect(texts.filter((text) => registered.some((secret) => text.includes(secret)))).toEqual([]);
  });
});

describe('the files of a run', () => {
  let folder: string;
  beforeAll(() => {
    const all = pairs.map(({ place, kind }) => given(place, kind));
    folder = writeEvidenceFolder(all, undefined, registered);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('hold no canary, packed parts unpacked', () => {
    const hits = readdirSync(folder).flatMap((name) =>
      textsOf(join(folder, name)).flatMap((text) =>
        Object.entries(canaryKinds)
          .filter(([kind, one]) => kind !== 'security code' && holds(text, one))
          .map(([kind]) => `${name}: ${kind}`),
      ),
    );
    expect(hits).toEqual([]);
  });

  test('are explained with the list of places', () => {
    const page = readFileSync(new URL('../../docs/redaction.md', import.meta.url), 'utf8');
    const [, list = ''] = page.split('## Where it is looked for');
    expect(Object.keys(canaryPlaces).filter((place) => !list.includes(place))).toEqual([]);
    expect(Object.keys(canaryKinds).filter((kind) => !list.includes(kind))).toEqual([]);
  });
});
