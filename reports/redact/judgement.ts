import type { SecretClass } from '../../schemas/contract.ts';
import type { Finding, Judgement, Observation } from '../../schemas/types.ts';
import { classOf } from './classes.ts';
import { cutAtDescriptions, isDocumentedName } from './documented.ts';
import { isSuspicious, maskFreeText, maskShortText } from './free-text.ts';
import { maskOf } from './masks.ts';
import { mayHold, type Scope, type Sweeps, sweepsOrAll } from './scope.ts';
import { maskedOrWithheld } from './withheld.ts';

function classAt(path: string): SecretClass | undefined {
  for (const name of path.split(/[.[\]@]+/)) {
    const secret = classOf(name);
    if (secret !== undefined) return secret;
  }
  return undefined;
}

function unquote(inner: string): string {
  try {
    return String(JSON.parse(`"${inner}"`));
  } catch {
    return inner;
  }
}

// Texts of the judge are short; one that is not says nothing more with its rest.
const longestText = 10_000;

/** Masks a text of the judge: what it quotes by the secrets of the exchange and by the class of the path it is about. */
function maskQuotes(whole: string, scope: Scope, secret: SecretClass | undefined): string {
  const text = whole.length > longestText ? `${whole.slice(0, longestText)}…` : whole;
  // Most observations quote nothing and cut nothing.
  if (secret === undefined && !/["…]/.test(text)) return maskShortText(text, scope);
  const quoted = cutAtDescriptions(text)
    .map((part, at) => (at % 2 === 1 ? part : maskQuoted(part, scope, secret)))
    .join('');
  const numbers = secret === undefined ? quoted : quoted.replace(/^-?[0-9][0-9.eE+-]*(?= \(number\))/, '0');
  // Where a long value was cut, a card number may have been cut in two.
  const cut = numbers.replaceAll(/\d{7,18}(?=…)/g, (digits) => digits.slice(0, 6).padEnd(digits.length, 'x'));
  return maskFreeText(cut, scope, 'field');
}

function maskQuoted(text: string, scope: Scope, secret: SecretClass | undefined): string {
  // A long value is cut with … before its closing quote.
  return text.replaceAll(
    /"((?:[^"\\]|\\.)*)("|…(?: \(string\))?$)/g,
    (written, inner: string, end: string) => {
      const value = unquote(inner);
      // The name of a field is no value of it.
      const byClass = secret !== undefined && !isDocumentedName(value) ? maskOf(secret, value) : undefined;
      const mask = scope.secrets.get(value) ?? byClass;
      return mask === undefined ? written : `${JSON.stringify(mask).slice(0, -1)}${end}`;
    },
  );
}

/** Masks the texts of a finding; without a scope only its path tells what is secret. */
export function maskFinding(finding: Finding, scope: Scope): Finding {
  const secret = classAt(finding.path);
  const value = (text: string) => maskedOrWithheld(text, (one) => maskQuotes(one, scope, secret));
  return {
    ...finding,
    path: maskedOrWithheld(finding.path, (path) => maskFreeText(path, scope, 'field')),
    message: maskedOrWithheld(finding.message, (text) => maskQuotes(text, scope, undefined)),
    expected: value(finding.expected),
    received: value(finding.received),
  };
}

function isPlain(text: string, sweeps: Sweeps): boolean {
  return !mayHold(sweeps, text) && !isSuspicious(text) && !text.includes('…');
}

/** Masks the texts of an observation; `sweeps` tells what all of them together were seen to hold. */
export function maskObservation(observation: Observation, scope: Scope, sweeps: Sweeps = true): Observation {
  const open = (text: string) =>
    isPlain(text, sweeps) ? text : maskedOrWithheld(text, (one) => maskQuotes(one, scope, undefined));
  return {
    ...observation,
    fingerprint: open(observation.fingerprint),
    detail: open(observation.detail),
  };
}

/** Masks a judgement; the decoded answer is left out. */
export function maskJudgement(
  { answer: _, ...judgement }: Judgement,
  scope: Scope,
): Omit<Judgement, 'answer'> {
  const texts = judgement.observations.map(({ fingerprint, detail }) => `${fingerprint}\n${detail}`);
  const sweeps = sweepsOrAll(scope, texts.join('\n'));
  return {
    ...judgement,
    findings: judgement.findings.map((finding) => maskFinding(finding, scope)),
    observations: judgement.observations.map((observation) => maskObservation(observation, scope, sweeps)),
  };
}
