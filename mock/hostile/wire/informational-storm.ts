import { pour, startRaw, type WireService } from './wire-service.ts';

/** Says 102 and 103 for ever. */
export const informationalStorm: WireService = {
  name: 'informational-storm',
  does: 'says 102 and 103 for ever',
  start: startRaw((socket) =>
    pour(socket, () => Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500))),
  ),
};
