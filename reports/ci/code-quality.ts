import { jsonText, plainLine } from '../../schemas/plain-text.ts';
import { exchangeAddress, exchangesFile } from '../pages/page.ts';
import type { Statement, StatementGroup } from '../statement/format.ts';
import { causeKey, causeWords } from '../statement/grouping.ts';

/** Name of the file that GitLab reads as a code-quality report. */
export const codeQualityFile = 'code-quality.json';

const severities = {
  'suite-error': 'blocker',
  fail: 'critical',
  warn: 'minor',
  inconclusive: 'info',
} as const satisfies Record<StatementGroup['verdict'], string>;

/**
 * GitLab's code-quality report (a subset of the CodeClimate format): one entry for each cause, failures, warnings and
 * what stayed undecided, at the exchange that shows it. Known deviations are `info`.
 */
export function renderCodeQuality({ findingGroups, findings }: Statement): string {
  const seen = new Set<string>();
  const entries = findingGroups.flatMap((group) => {
    const fingerprint = causeKey(group);
    if (seen.has(fingerprint)) return [];
    seen.add(fingerprint);
    const finding = findings[group.example];
    const known = group.deviation === undefined ? '' : ` (known deviation ${group.deviation})`;
    return {
      type: 'issue',
      check_name: group.clause,
      description: plainLine(
        `${group.operation}: ${finding === undefined ? group.clause : finding.message}${known}; ${causeWords(group, finding)} at ${finding?.path || 'the whole answer'}, ${group.count} times${finding === undefined ? '' : `; ${exchangeAddress(finding.exchange)}`}`,
      ),
      categories: ['Compatibility'],
      severity: group.deviation === undefined ? severities[group.verdict] : 'info',
      fingerprint,
      // The format wants a file: the page of exchanges, which is next to this one.
      location: { path: exchangesFile, lines: { begin: 1 } },
    };
  });
  return `${jsonText(entries, 2)}\n`;
}
