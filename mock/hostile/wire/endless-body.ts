import { pour, startHttp, type WireService } from './wire-service.ts';

/** Sends a body that never ends. */
export const endlessBody: WireService = {
  name: 'endless-body',
  does: 'sends a body that never ends',
  start: startHttp((_, response) =>
    pour(response.writeHead(200, { 'content-type': 'application/json' }), () => Buffer.alloc(65_536, 'x')),
  ),
};
