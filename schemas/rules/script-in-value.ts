import { say } from '../findings/say.ts';
import { isObject } from '../json.ts';
import type { JsonValue } from '../types.ts';
import type { Rule } from './rule.ts';

const clause = '2.8/page/script-in-value';

/** 2.8: the page repeats request fields as values; that none of them runs as a script of the page is implied. */
export const scriptInValue: Rule = {
  name: 'script-in-value',
  clauses: [clause],
  operations: ['redirect-payment'],
  looksAt: 'page',
  check({ exchange, request }, notebook) {
    const calls = [...textsIn(request, '')].flatMap(([path, text]) => {
      const [, said] = /alert\(([0-9]+)\)/.exec(text) ?? [];
      return said === undefined ? [] : [{ path, said, text }];
    });
    if (calls.length === 0) return;
    notebook.holds(clause);
    const heard = new Set(exchange.page?.dialogs.map((dialog) => dialog.replace(/^\w+: /, '')));
    for (const { path, said, text } of calls) {
      if (!heard.has(said)) continue;
      notebook.breaks(clause, {
        kind: 'page',
        path,
        message: 'A value of the request runs as a script of the page',
        expected: say('as-posted-value', [text]),
        received: say('script-dialog', [], said),
      });
    }
  },
};

function* textsIn(value: JsonValue, path: string): Generator<readonly [path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (Array.isArray(value))
    for (const [at, entry] of value.entries()) yield* textsIn(entry, `${path}[${at}]`);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* textsIn(member, path === '' ? name : `${path}.${name}`);
}
