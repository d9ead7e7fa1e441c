import { startHttp, type WireService } from './wire-service.ts';

/** Takes a request and never says a word. */
export const silence: WireService = {
  name: 'silence',
  does: 'takes a request and never says a word',
  start: startHttp(() => {}),
};
