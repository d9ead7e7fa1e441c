import { findingText } from '../../schemas/finding-text.ts';
import type { JudgedExchange } from '../../schemas/judge-run.ts';
import type { Finding } from '../../schemas/types.ts';
import type { Settings } from '../../targets/settings.ts';

/** How many findings one error prints; the rest are counted. */
const printed = 10;

/** The findings that fail a test under a profile: none when exploring, warnings too when strict. */
export function seriousFindings(
  findings: readonly Finding[],
  profile: Settings['profile'],
): readonly Finding[] {
  const serious: readonly Finding['verdict'][] =
    profile === 'explore'
      ? []
      : profile === 'strict'
        ? ['suite-error', 'fail', 'warn']
        : ['suite-error', 'fail'];
  return findings.filter((finding) => serious.includes(finding.verdict));
}

/** Says every finding of the given exchanges in the one wording. */
export function describeFindings(findings: readonly Finding[], judged: readonly JudgedExchange[]): string {
  const exchangeOf = new Map(judged.map((one) => [one.exchange.id, one.exchange]));
  const blocks = findings.slice(0, printed).map((finding) => {
    const exchange = exchangeOf.get(finding.exchange);
    return exchange
      ? findingText(finding, exchange)
      : `${finding.clause} ${finding.verdict}: ${finding.message}`;
  });
  const more = findings.length - blocks.length;
  return [...blocks, ...(more > 0 ? [`... and ${more} more`] : [])].join('\n\n');
}

/** The one error that a deviation raises in a test: first line the clause, then every finding. */
export class FindingsError extends Error {
  constructor(findings: readonly Finding[], judged: readonly JudgedExchange[]) {
    const first = findings[0];
    super(`[${first?.clause}] ${first?.message}\n\n${describeFindings(findings, judged)}`);
    this.name = 'FindingsError';
  }
}
