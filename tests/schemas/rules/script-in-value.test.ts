import { expect, test } from 'vitest';
import type { PageVisit } from '../../../schemas/types.ts';
import { pageOf, visitOf } from '../corpus/page.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const note = '</script><script>alert(12345678)</script>';
const request = { ...requests['redirect-payment'], note };
const visited = (page: Partial<PageVisit>) =>
  findingsOf(exchangeOf('redirect-payment', request, pageOf(), { page: { ...visitOf({ note }), ...page } }));

test('a dialog that a sent value opens is found at its field', () => {
  expect(visited({ dialogs: ['alert: 12345678'] })).toContain('warn 2.8/page/script-in-value note');
});

test('a dialog of the page itself is none of a value', () => {
  expect(visited({ dialogs: ['alert: Please wait'] })).not.toContain('warn 2.8/page/script-in-value note');
  expect(visited({})).not.toContain('warn 2.8/page/script-in-value note');
});
