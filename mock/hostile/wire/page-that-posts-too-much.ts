import { pageWith, post, startPage } from './redirect-page.ts';
import type { WireService } from './wire-service.ts';

/** Posts three hundred million characters. */
export const pageThatPostsTooMuch: WireService = {
  name: 'page-that-posts-too-much',
  does: 'posts three hundred million characters',
  start: startPage(pageWith(`document.theForm.signInfo.value = 'x'.repeat(3e8); ${post}`)),
};
