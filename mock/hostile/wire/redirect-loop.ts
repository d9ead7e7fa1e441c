import { startHttp, type WireService } from './wire-service.ts';

/** Sends every caller back to where it is. */
export const redirectLoop: WireService = {
  name: 'redirect-loop',
  does: 'sends every caller back to where it is',
  start: startHttp((request, response) =>
    response.writeHead(307, { location: request.url ?? '/', refresh: '0; url=file:///etc/passwd' }).end(),
  ),
};
