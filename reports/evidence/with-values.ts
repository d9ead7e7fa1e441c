import { phrases } from '../../schemas/findings/phrases.ts';
import type { Said } from '../../schemas/findings/said.ts';
import { wordsAlone } from '../../schemas/findings/say.ts';
import type { Finding } from '../../schemas/types.ts';

/** A finding as it may stand in evidence of earlier versions, which kept its words only. */
type StoredFinding = Omit<Finding, 'kind' | 'values'> & Partial<Pick<Finding, 'kind' | 'values'>>;

/** Findings with values: evidence of earlier versions has words only, which then are all that there is to say. */
export function withValues(findings: readonly StoredFinding[]): readonly Finding[] {
  return findings.map((finding) => {
    const { kind = 'value', values } = finding;
    const isSaid = values !== undefined && isPhrase(values.expected) && isPhrase(values.received);
    return { ...finding, kind, values: isSaid ? values : wordsAlone(finding) };
  });
}

function isPhrase(said: Said | undefined): said is Said {
  return said !== undefined && Object.hasOwn(phrases, said.says);
}
