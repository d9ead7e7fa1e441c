import { say } from '../findings/say.ts';
import { isBlank } from '../outcome.ts';
import type { JsonValue } from '../types.ts';
import type { Rule } from './rule.ts';

const listed = '2.6/risk_reasons/listed';
const children: readonly string[] = ['name', 'status'];

/** 2.6: name and status are children of risk_reasons; as attributes of an element without children they are not there. */
export const reasonsAsAttributes: Rule = {
  name: 'reasons-as-attributes',
  clauses: [listed],
  operations: ['direct-payment'],
  looksAt: 'answer',
  check({ decoded, answer }, notebook) {
    // One with children has been looked at member by member.
    if (!isEmpty(answer.risk_reasons)) return;
    const found = new Set(
      decoded?.notes.flatMap(({ kind, path, name = '' }) =>
        kind === 'attribute' && path === 'respon.risk_reasons' && children.includes(name) ? [name] : [],
      ),
    );
    for (const name of found)
      notebook.breaks(listed, {
        kind: 'absent',
        path: `respon.risk_reasons.${name}`,
        expected: say('listed-member', [name]),
        received: say('plain', ['an attribute of that name']),
      });
  },
};

function isEmpty(reasons: JsonValue | undefined): boolean {
  return Array.isArray(reasons) ? reasons.every(isEmpty) : typeof reasons === 'string' && isBlank(reasons);
}
