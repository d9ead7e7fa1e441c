import { onPage } from '../faults/alter.ts';
import { allOf } from '../manner.ts';
import { onEveryAnswer, onEveryList } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Undocumented fields in every answer, entry and page. */
export const moreFields: Dialect = {
  name: 'more-fields',
  reason:
    'Nothing forbids fields beyond the documented ones; 4.3 even says that inputs remain unlisted. Entry values stay strings (2.9, 2.11).',
  declares: { warns: [] },
  change: allOf(
    onEveryList((entries) => entries.map((entry) => ({ ...entry, ledger_line: '42', x_region: '' }))),
    onEveryAnswer((value, _about, form) =>
      form === 'xml'
        ? { ...value, x_trace: 'b7', x_extra: { inner: '1' } }
        : { ...value, x_trace: 'b7', x_extra: { inner: [1, true, null] }, x_served: 12 },
    ),
    onPage((page) => ({
      ...page,
      form: { ...page.form, inputs: [...page.form.inputs, ['x_trace', 'b7'], ['x_region', '']] },
      added: [...page.added, ['x_late', '1']],
    })),
  ),
};
