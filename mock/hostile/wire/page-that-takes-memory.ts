import { pageWith, startPage } from './redirect-page.ts';
import type { WireService } from './wire-service.ts';

/** Takes memory for as long as it is shown. */
export const pageThatTakesMemory: WireService = {
  name: 'page-that-takes-memory',
  does: 'takes memory for as long as it is shown',
  start: startPage(pageWith('const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(7)), 5);')),
};
