import { startHttp, type WireService } from './wire-service.ts';

/** Hides what it answers in front of six million blanks. */
export const paddedWithBlanks: WireService = {
  name: 'padded-with-blanks',
  does: 'hides what it answers in front of six million blanks',
  start: startHttp((_, response) => response.end(`{"return_status":"1"}${' '.repeat(6_000_000)}`)),
};
