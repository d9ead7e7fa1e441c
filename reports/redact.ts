import type { Finding, JsonValue, JudgedExchange, Observation } from '../schemas/types.ts';
import type { EvidenceExchange, EvidenceNote } from './evidence/lines.ts';
import { maskExchange } from './redact/exchange.ts';
import { maskFreeText } from './redact/free-text.ts';
import { maskFinding, maskObservation } from './redact/judgement.ts';
import { maskBody, maskValue, noteSecrets, placeIn } from './redact/message.ts';
import { deriveTagKey, keepTagKey } from './redact/run-key.ts';
import { createScope, indexSecrets, type Scope } from './redact/scope.ts';
import { addOrigin, addSecret, forgetRegistered, keepRegistered } from './redact/secret-index.ts';
import { maskedOrWithheld, reasonOf, withheldText } from './redact/withheld.ts';

export { addOrigin as registerOrigin } from './redact/secret-index.ts';

/**
 * How secrets are masked. The schemas give the class of a field by its name; a value without a name is recognised by
 * its form.
 *
 * - card: the first six and last four digits stay, with `x` between them (`411111xxxxxx1111`); shorter numbers are
 *   masked entirely. A number that the service masked with asterisks stays, so the two are distinguishable.
 * - security code: `x` for every character.
 * - signature: an eight-digit tag, repeated to the same length: 64 hexadecimal digits stay 64 hexadecimal digits, and a
 *   wrong signature stays wrong.
 * - token, personal: letters become letters, digits become digits, the rest stays. If the value is long enough, its
 *   first characters carry a tag, so that equal values stay equal. Dates of birth stay calendar dates.
 * - registered secrets: `secret-` and a tag. JSON numbers become 0.
 *
 * Tags are derived from the seed and the run's secrets: equal runs give equal evidence, and the seed without a secret
 * is not enough to test guesses. Every masked place is listed with the exchange. When stored exchanges are judged
 * again, digits replace masked digits; a finding that then differs at a masked place is attested, not re-checkable.
 */

/** What a run gives the redaction in every process before the first exchange. */
export interface RedactionStart {
  /** Seed of the run: equal seeds and secrets give equal masks. */
  readonly seed: number;
  /** Signing keys, configured cards and other values that must never be written. */
  readonly secrets?: readonly string[];
  /** Fixed names by origin, where a port changes from run to run: `{ 'http://127.0.0.1:41234': 'embedded' }`. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** Resets the redaction of this process. Without this call, a fixed key is used and no secret is registered. */
export function startRedaction({ seed, secrets = [], origins = {} }: RedactionStart): void {
  forgetRegistered();
  deriveTagKey(seed, secrets);
  for (const secret of secrets) addSecret(secret);
  for (const [origin, name] of Object.entries(origins)) addOrigin(origin, name);
}

/** Does synchronous work with the redaction of one run, even if the process has started that of another one since. */
export type Redaction = <Result>(work: () => Result) => Result;

function keepRedaction(): () => void {
  const parts = [keepTagKey(), keepRegistered()];
  return () => {
    for (const putBack of parts) putBack();
  };
}

/**
 * The redaction that was started last. Exchanges that are judged together must be masked by the same one: another has
 * other masks for equal values, and another name for the address of the service.
 */
export function presentRedaction(): Redaction {
  const start = keepRedaction();
  return (work) => {
    const putBack = keepRedaction();
    start();
    try {
      return work();
    } finally {
      putBack();
    }
  };
}

/** The exchange with every secret masked. */
export function redactExchange(judged: JudgedExchange): EvidenceExchange {
  return maskExchange(judged);
}

/** Free text (errors, stdout, progress) with every secret masked that can be recognised without its field. */
export function redactText(text: string): string {
  return maskedOrWithheld(text, (one) => maskFreeText(one));
}

/** An exchange whose request contains further secrets. */
type About = Pick<JudgedExchange, 'exchange'>;

function scopeAbout({ exchange: { sent } }: About): Scope {
  const scope = createScope();
  const place = placeIn(scope, '');
  try {
    noteSecrets(JSON.stringify(sent.value), place);
  } catch (error) {
    // A value that is nested too deeply for serialisation is read from the body as it was sent.
    if (!(error instanceof RangeError)) throw error;
    maskBody(sent.body, place);
    indexSecrets(scope);
  }
  return scope;
}

/** Free text about one exchange, with the secrets of its request masked too. Mask a text before it is shortened. */
export function redactTextOf(about: About, text: string): string {
  return maskedOrWithheld(text, (one) => maskFreeText(one, scopeAbout(about)));
}

/** A finding about one exchange that does not come from evidence, with the secrets of its request masked too. */
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

/** A note with its findings, observations and reasons masked. */
export function redactNote(note: EvidenceNote): EvidenceNote {
  if (note.kind === 'skipped') return { ...note, reason: redactText(note.reason) };
  if (note.kind === 'found') return { ...note, says: redactText(note.says) };
  // It contains names of fields and classes, but no values.
  if (note.kind === 'sent') return note;
  const observations = note.observations.map(redactObservation);
  // The judgement of a notification contains no value of the service.
  return note.kind === 'observed'
    ? { ...note, observations }
    : { ...note, observations, findings: note.findings.map(redactFinding) };
}

/** A JSON value, masked by the meaning of its member names: for counterexamples and ledgers. */
export function redactValue(value: JsonValue): JsonValue {
  try {
    return maskValue(value, placeIn(createScope(), ''));
  } catch (error) {
    return withheldText(Buffer.byteLength(JSON.stringify(value)), reasonOf(error));
  }
}
