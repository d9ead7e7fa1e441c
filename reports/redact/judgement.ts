import type { SecretClass } from '../../schemas/contract.ts';
import type { Finding, Judgement, Observation } from '../../schemas/types.ts';
import { classOf } from './classes.ts';
import { maskFreeText, maskShortText } from './free-text.ts';
import { maskOf } from './masks.ts';
import type { Scope } from './scope.ts';

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

/** Masks a text of the judge: what it quotes by the secrets of the exchange and by the class of the path it is about. */
function maskQuotes(text: string, scope: Scope, secret: SecretClass | undefined): string {
  // Most observations quote nothing and cut nothing.
  if (secret === undefined && !/["…]/.test(text)) return maskShortText(text, scope);
  // A long value is cut with … before its closing quote.
  const quoted = text.replaceAll(
    /"((?:[^"\\]|\\.)*)("|…(?: \(string\))?$)/g,
    (whole, inner: string, end: string) => {
      const value = unquote(inner);
      const mask = scope.secrets.get(value) ?? (secret === undefined ? undefined : maskOf(secret, value));
      return mask === undefined ? whole : `${JSON.stringify(mask).slice(0, -1)}${end}`;
    },
  );
  const numbers = secret === undefined ? quoted : quoted.replace(/^-?[0-9][0-9.eE+-]*(?= \(number\))/, '0');
  // Where a long value was cut, a card number may have been cut in two.
  const cut = numbers.replaceAll(/\d{7,18}(?=…)/g, (digits) => digits.slice(0, 6).padEnd(digits.length, 'x'));
  return maskFreeText(cut, scope);
}

/** Masks the texts of a finding; without a scope only its path tells what is secret. */
export function maskFinding(finding: Finding, scope: Scope): Finding {
  const secret = classAt(finding.path);
  // A description such as "… such as "12.34"" quotes an example of the register, not a value.
  const expectedClass = finding.expected.includes('such as') ? undefined : secret;
  return {
    ...finding,
    path: maskFreeText(finding.path, scope),
    message: maskQuotes(finding.message, scope, undefined),
    expected: maskQuotes(finding.expected, scope, expectedClass),
    received: maskQuotes(finding.received, scope, secret),
  };
}

/** Masks the texts of an observation. */
export function maskObservation(observation: Observation, scope: Scope): Observation {
  return {
    ...observation,
    fingerprint: maskQuotes(observation.fingerprint, scope, undefined),
    detail: maskQuotes(observation.detail, scope, undefined),
  };
}

/** Masks a judgement; the decoded answer is left out. */
export function maskJudgement(
  { answer: _, ...judgement }: Judgement,
  scope: Scope,
): Omit<Judgement, 'answer'> {
  return {
    ...judgement,
    findings: judgement.findings.map((finding) => maskFinding(finding, scope)),
    observations: judgement.observations.map((observation) => maskObservation(observation, scope)),
  };
}
