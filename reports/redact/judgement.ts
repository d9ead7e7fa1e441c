import { isDeepStrictEqual } from 'node:util';
import { clauses } from '../../schemas/clauses.ts';
import type { SecretClass } from '../../schemas/contract.ts';
import { phrases } from '../../schemas/findings/phrases.ts';
import type { FindingValues, Said, SeenValue } from '../../schemas/findings/said.ts';
import { wordsOfBoth } from '../../schemas/findings/words.ts';
import type { Finding, Judgement, Observation } from '../../schemas/types.ts';
import { classOf, isDocumentedName, isExplaining, isFreeText } from './classes.ts';
import { maskFreeText, type TextKind } from './free-text.ts';
import { maskOf } from './masks.ts';
import type { Scope } from './scope.ts';
import { maskedOrWithheld } from './withheld.ts';

function classAt(path: string): SecretClass | undefined {
  for (const name of path.split(/[.[\]@]+/)) {
    const secret = classOf(name);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

function kindAt(path: string): TextKind {
  const name = path.split(/[.[\]@]+/).findLast((step) => step !== '' && !/^\d+$/.test(step)) ?? '';
  return isDocumentedName(name) && !isExplaining(name) && !isFreeText(name) ? 'field' : 'words';
}

/** What a finding is about: the class of its field, and what its texts are. */
interface Place {
  readonly scope: Scope;
  readonly secret: SecretClass | undefined;
  readonly kind: TextKind;
}

// Texts of the judge are short; the rest of a long one adds nothing.
const longestText = 10_000;

const quotes = /"((?:[^"\\]|\\.)*)"/g;

function unquote(inner: string): string {
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}

/** Masks a text of the judge about an observation: quoted secrets of the exchange, and the rest as free text. */
function maskQuotes(whole: string, scope: Scope): string {
  const text = whole.length > longestText ? `${whole.slice(0, longestText)}…` : whole;
  const quoted = text.replaceAll(quotes, (written, inner: string) => {
    const mask = scope.secrets.get(unquote(inner));
    return mask === undefined ? written : JSON.stringify(mask);
  });
  // A card number may have been cut at the end of a shortened value.
  return maskFreeText(withoutFirstHalves(quoted), scope, 'words');
}

/** Masks a finding: its values by the class of its path and as free text; then its words are made from them. */
export function maskFinding(finding: Finding, scope: Scope): Finding {
  const place: Place = { scope, secret: classAt(finding.path), kind: kindAt(finding.path) };
  const values = withSameMaskNote(finding, {
    expected: maskSaid(finding.values.expected, place),
    received: maskSaid(finding.values.received, place),
  });
  return {
    ...finding,
    path: maskedOrWithheld(finding.path, (path) => maskFreeText(path, scope, 'words')),
    message: maskedOrWithheld(finding.message, (text) => maskFreeText(text, scope, 'words')),
    values,
    ...wordsOfBoth(values),
  };
}

/** Different values may have the same mask. The finding then says so, instead of showing equal values. */
function withSameMaskNote({ kind, values }: Finding, masked: FindingValues): FindingValues {
  const [one, other] = [masked.expected.values?.[0], masked.received.values?.[0]];
  const isAlike =
    kind === 'differs' &&
    masked.received.says === 'value' &&
    isDeepStrictEqual(one, other) &&
    !isDeepStrictEqual(values.expected.values?.[0], values.received.values?.[0]);
  return isAlike ? { ...masked, received: { ...masked.received, says: 'masked-alike' } } : masked;
}

const readings = new Set(clauses.flatMap(({ conflict }) => conflict?.readings ?? []));

/** Masks the texts of an observation; a reading of the register holds no value, though a name may be a word of it. */
export function maskObservation(observation: Observation, scope: Scope): Observation {
  if (readings.has(observation.fingerprint)) return observation;
  const open = (text: string) => maskedOrWithheld(text, (one) => maskQuotes(one, scope));
  return { ...observation, fingerprint: open(observation.fingerprint), detail: open(observation.detail) };
}

// One search of a long text is cheaper than twenty of short ones, and most texts contain no secret.
function maskObservations(observations: readonly Observation[], scope: Scope): readonly Observation[] {
  const plain = observations.filter(({ fingerprint, detail }) => !`${fingerprint}${detail}`.includes('"'));
  const all = plain.flatMap(({ fingerprint, detail }) => [fingerprint, detail]).join('\n');
  const isClean = maskedOrWithheld(all, (text) => maskQuotes(text, scope)) === all;
  return observations.map((one) => (isClean && plain.includes(one) ? one : maskObservation(one, scope)));
}

/** Masks a judgement; the decoded answer is left out. */
export function maskJudgement(
  { answer: _, ...judgement }: Judgement,
  scope: Scope,
): Omit<Judgement, 'answer'> {
  return {
    ...judgement,
    findings: judgement.findings.map((finding) => maskFinding(finding, scope)),
    observations: maskObservations(judgement.observations, scope),
  };
}

/** Masks the values of one side of a finding. */
function maskSaid(said: Said, place: Place): Said {
  if (said.values === undefined) return said;
  const places = phrases[said.says].match(/\{=?\}/g) ?? [];
  // A value at `{=}` is a text about the value, such as where a body stops being JSON.
  const aboutValue: Place = { ...place, secret: undefined, kind: 'words' };
  return {
    ...said,
    values: said.values.map((value, at) => maskSeen(value, places[at] === '{=}' ? aboutValue : place)),
  };
}

function maskSeen(seen: SeenValue, place: Place): SeenValue {
  const { scope, secret } = place;
  switch (seen.type) {
    case 'string': {
      const value = maskedOrWithheld(seen.value, (text) => maskText(text, place));
      return { ...seen, value: seen.length === undefined ? value : withoutHalves(value) };
    }
    case 'number':
      return { ...seen, value: secret === undefined ? maskNumber(seen.value, place) : 0 };
    case 'object':
      return {
        ...seen,
        names: seen.names.map((name) => maskedOrWithheld(name, (one) => maskFreeText(one, scope, 'words'))),
      };
    default:
      return seen;
  }
}

function maskText(text: string, { scope, secret, kind }: Place): string {
  const whole = scope.secrets.get(text) ?? (secret === undefined ? undefined : maskOf(secret, text));
  return whole ?? maskFreeText(text, scope, kind);
}

// A number may be a card number, so it is searched like free text.
function maskNumber(value: number | string, { scope, kind }: Place): number | string {
  const masked = maskFreeText(String(value), scope, kind);
  return masked === String(value) ? value : masked;
}

const withoutFirstHalves = (text: string) =>
  text.replaceAll(/\d{7,18}(?=…)/g, (digits) => digits.slice(0, 6).padEnd(digits.length, 'x'));

/** A card number may have been cut at either end of a shortened value. */
function withoutHalves(text: string): string {
  return withoutFirstHalves(text).replaceAll(/(?<=…)\d{7,18}/g, (digits) =>
    digits.slice(-4).padStart(digits.length, 'x'),
  );
}
