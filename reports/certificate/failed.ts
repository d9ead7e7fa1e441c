import { mustHold } from '../../schemas/finding-text.ts';
import { withoutExample } from '../../schemas/judge/notebook.ts';
import { graveGroups } from '../statement/clause-warnings.ts';
import type { Statement } from '../statement/format.ts';
import { causesAcross } from './cause-cards.ts';
import { breakable, type Html, html } from './html.ts';
import { titleOf } from './words.ts';

/** Failed clauses that the first screen tells in words; all of them stand among the findings. */
const most = 5;

/** Where the card of a cause stands on the page, counted from 0. */
export function causeId(at: number): string {
  return `cause-${at + 1}`;
}

/** What failed, in words: each clause once, with its operations and a link to its first card. */
export function failedClauses(statement: Statement): Html {
  const causes = causesAcross(graveGroups(statement)).map((groups, at) => ({ groups, at }));
  const failed = causes.filter(({ groups }) => groups[0]?.verdict === 'fail');
  const first = failed.filter(
    ({ groups }, at) => failed.findIndex((one) => one.groups[0]?.clause === groups[0]?.clause) === at,
  );
  const rows = first.slice(0, most).flatMap(({ groups, at }) => {
    const [group] = groups;
    const message = group && statement.findings[group.example]?.message;
    if (group === undefined || message === undefined) return [];
    const concerned = [...new Set(groups.map(({ operation }) => titleOf(operation)))].join(', ');
    return html`<li><a href="#${causeId(at)}" class="id">${breakable(group.clause)}</a> ${mustHold(withoutExample(message))} <span class="soft">(${concerned})</span></li>`;
  });
  const more = first.length - rows.length;
  return rows.length === 0
    ? html``
    : html`<ul class="failed">${rows}${more > 0 && html`<li>and ${more} more below</li>`}</ul>`;
}
