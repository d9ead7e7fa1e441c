import { pageWith, post, startPage } from './redirect-page.ts';
import type { WireService } from './wire-service.ts';

/** Calls its redirect page an attachment of bytes. */
export const pageAsDownload: WireService = {
  name: 'page-as-download',
  does: 'calls its redirect page an attachment of bytes',
  start: startPage(pageWith(post), {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="a.bin"',
  }),
};
