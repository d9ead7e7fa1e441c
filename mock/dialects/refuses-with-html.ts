import { escapeMarkup } from '../write/xml.ts';
import { refusingWith } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

/** Refusals as an error page of a web server. */
export const refusesWithHtml: Dialect = {
  name: 'refuses-with-html',
  reason: '7.8: error bodies are not shown; a gateway in front of the service may refuse with a page.',
  declares: { warns: [] },
  change: refusingWith(
    403,
    'text/html',
    (reason) =>
      `<html>\n<head><title>403 Forbidden</title></head>\n<body><center><h1>403 Forbidden</h1></center><hr>${escapeMarkup(reason)}</body>\n</html>\n`,
  ),
};
