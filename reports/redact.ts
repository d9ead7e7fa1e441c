import type { Finding, JsonValue, JudgedExchange, Observation } from '../schemas/types.ts';
import type { EvidenceExchange, EvidenceNote } from './evidence/lines.ts';
import { withPersonsShown } from './redact/classes.ts';
import { maskExchange } from './redact/exchange.ts';
import { maskFreeText } from './redact/free-text.ts';
import { maskFinding, maskObservation } from './redact/judgement.ts';
import { addOrigin, addSecret, forgetRegistered } from './redact/known.ts';
import { maskBody, maskValue, noteSecrets, placeIn } from './redact/message.ts';
import { deriveTagKey } from './redact/run-key.ts';
import { createScope, type Scope, taint } from './redact/scope.ts';
import { maskedOrWithheld, reasonOf, withheldText } from './redact/withheld.ts';

export { addOrigin as registerOrigin } from './redact/known.ts';

/**
 * How secrets are masked. The class of a field comes from the schemas by its name; what has no name is recognised by its look.
 *
 * - card: first six and last four digits stay, `x` between (`411111xxxxxx1111`); a number that the service masked itself
 *   with asterisks stays as it is, so that the two can be told apart; shorter numbers vanish whole.
 * - security code: `x` for every sign.
 * - signature: an eight-digit tag, repeated to the same length, so that 64 hexadecimal digits stay 64 hexadecimal digits
 *   and a wrong signature stays wrong.
 * - token, personal: letters become letters, digits digits, the rest stays; the first signs carry a tag where the value
 *   is long enough to spare it, so that equal values stay equal. Dates of birth stay calendar dates.
 * - registered secrets: `secret-` and a tag. Numbers of the JSON type become 0.
 *
 * Tags come from the seed and the run's secrets: equal runs give equal evidence, and someone who knows the seed but no secret
 * cannot test guesses. Every masked place is listed with the exchange. When stored exchanges are judged again, digits
 * stand in for masked digits; a finding that then differs at a masked place is attested, not re-checkable.
 */

/** What a run gives the redaction once, in every process, before the first exchange. */
export interface RedactionStart {
  /** Seed of the run: equal seeds and secrets give equal masks. */
  readonly seed: number;
  /** Signing keys, configured cards and other values that must never be written anywhere. */
  readonly secrets?: readonly string[];
  /** Names for origins whose port changes from run to run, by origin: `{ 'http://127.0.0.1:41234': 'embedded' }`. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** Prepares the redaction of this process anew; without it a fixed key is used and nothing is registered. */
export function startRedaction({ seed, secrets = [], origins = {} }: RedactionStart): void {
  forgetRegistered();
  deriveTagKey(seed, secrets);
  for (const secret of secrets) addSecret(secret);
  for (const [origin, name] of Object.entries(origins)) addOrigin(origin, name);
}

/** The exchange with every secret masked, ready to be written. */
export function redactExchange(judged: JudgedExchange): EvidenceExchange {
  return maskExchange(judged);
}

/** Free text (errors, stdout, progress) with everything masked that can be recognised without its field. */
export function redactText(text: string): string {
  return maskedOrWithheld(text, (one) => maskFreeText(one));
}

/** An exchange whose request tells what else is secret. */
type About = Pick<JudgedExchange, 'exchange'>;

function scopeAbout({ exchange: { sent } }: About): Scope {
  const scope = createScope();
  const place = placeIn(scope, '');
  try {
    noteSecrets(JSON.stringify(sent.value), place);
  } catch (error) {
    // What nests too deep to be written anew is read as it was sent.
    if (!(error instanceof RangeError)) throw error;
    maskBody(sent.body, place);
    taint(scope);
  }
  return scope;
}

/** Free text about one exchange: the secrets of its request are masked as well. Mask first and shorten then. */
export function redactTextOf(about: About, text: string): string {
  return maskedOrWithheld(text, (one) => maskFreeText(one, scopeAbout(about)));
}

/** A finding about one exchange that does not come from evidence: the secrets of its request are masked as well. */
export function redactFindingOf(about: About, finding: Finding): Finding {
  return maskFinding(finding, scopeAbout(about));
}

/** A finding that does not come from evidence, its texts masked by the meaning of its path. */
export function redactFinding(finding: Finding): Finding {
  return maskFinding(finding, createScope());
}

/** An observation that does not come from evidence, its texts masked. */
export function redactObservation(observation: Observation): Observation {
  return maskObservation(observation, createScope());
}

/** A note whose findings, observations and reasons are masked. */
export function redactNote(note: EvidenceNote): EvidenceNote {
  if (note.kind === 'skipped') return { ...note, reason: redactText(note.reason) };
  if (note.kind === 'found') return { ...note, says: redactText(note.says) };
  // Names of fields and classes, and no value.
  if (note.kind === 'sent') return note;
  const observations = note.observations.map(redactObservation);
  // What is judged of a notification holds no value of the service.
  return note.kind === 'observed'
    ? { ...note, observations }
    : { ...note, observations, findings: note.findings.map(redactFinding) };
}

/**
 * Masks as `work` asks for it, and shows persons meanwhile: for the screen of a tester whose test data are made up. Cards, codes,
 * tokens, signatures and keys are masked as ever, also inside a person's data. `work` is done when it returns.
 */
export function showingPersons<Result>(work: () => Result): Result {
  return withPersonsShown(work);
}

function redactWithin(value: JsonValue, scope: () => Scope): JsonValue {
  try {
    return maskValue(value, placeIn(scope(), ''));
  } catch (error) {
    return withheldText(Buffer.byteLength(JSON.stringify(value)), reasonOf(error));
  }
}

/** Any JSON value, masked by the meaning of its member names: for counterexamples and ledgers. */
export function redactValue(value: JsonValue): JsonValue {
  return redactWithin(value, createScope);
}

/** A JSON value of one exchange: the secrets of its request are masked as well, wherever they are. */
export function redactValueOf(about: About, value: JsonValue): JsonValue {
  return redactWithin(value, () => scopeAbout(about));
}
