import { onPage } from '../faults/alter.ts';
import type { Dialect } from './dialect.ts';

/** A redirect page whose action is resolved against a base element. */
export const baseElement: Dialect = {
  name: 'base-element',
  reason: '2.8 names a checkout path, and a browser resolves an action against the base element of its page.',
  declares: { warns: [] },
  touches: ['redirect-payment'],
  change: onPage((page) => {
    const [path = '', last = ''] = [page.form.action.slice(0, page.form.action.lastIndexOf('/') + 1), 'pay'];
    return { ...page, base: path, form: { ...page.form, action: last } };
  }),
};
