import { pageWith, post, startPage } from './redirect-page.ts';
import type { WireService } from './wire-service.ts';

/** Runs for ever before it would post. */
export const pageWithoutRest: WireService = {
  name: 'page-without-rest',
  does: 'runs for ever before it would post',
  start: startPage(pageWith(`for (;;); ${post}`)),
};
