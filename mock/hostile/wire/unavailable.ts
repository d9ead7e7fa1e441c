import { startHttp, type WireService } from './wire-service.ts';

/** Answers 503 with a page to everything. */
export const unavailable: WireService = {
  name: 'unavailable',
  does: 'answers 503 with a page to everything',
  start: startHttp((_, response) =>
    response.writeHead(503, { 'content-type': 'text/html' }).end('<html>Come back later</html>'),
  ),
};
