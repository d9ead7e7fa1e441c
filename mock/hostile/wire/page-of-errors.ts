import { pageWith, startPage } from './redirect-page.ts';
import type { WireService } from './wire-service.ts';

/** Throws errors for as long as it is shown. */
export const pageOfErrors: WireService = {
  name: 'page-of-errors',
  does: 'throws errors for as long as it is shown',
  start: startPage(
    pageWith(
      `for (let at = 0; at < 300000; at += 1) setTimeout(() => { throw new Error('x'.repeat(1000)); });`,
    ),
  ),
};
