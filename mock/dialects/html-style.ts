import { onPage } from '../faults/alter.ts';
import { allOf, styling } from '../manner.ts';
import { writePage } from '../write/html.ts';
import type { Dialect } from './dialect.ts';

/** HTML written another way: capitals, single quotes, attributes in another order, a relative action, posting from onload, parameters joined by semicolons. */
export const htmlStyle: Dialect = {
  name: 'html-style',
  reason:
    'HTML leaves case, quoting, order of attributes and layout to its writer; an action is resolved against its page; what joins the parameters of a query-style string is not stated (2.8).',
  declares: { warns: [] },
  touches: ['redirect-payment'],
  change: allOf(
    onPage((page) => ({
      ...page,
      post: 'onload',
      form: { ...page.form, method: 'post', action: 'checkout/pay?step=1' },
      added: page.added.map(([name, value]) => [
        name,
        name === 'allParams' ? value.replaceAll('&', ';') : value,
      ]),
    })),
    styling({
      html: (page) =>
        writePage(page, {
          doctype: '<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
          upperCase: true,
          quote: "'",
          attributes: ['value', 'name', 'type'],
          lineBreak: '\r\n',
          prelude:
            '<!-- please wait --><form name="other" method="get" action="https://help.example/"><input name="q"></form><p>One moment &hellip;',
          wrapper: 'div',
        }),
    }),
  ),
};
