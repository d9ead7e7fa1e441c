import { startHttp, type WireService } from './wire-service.ts';

/** Answers everything with 240 KB that are allowed. */
export const longAnswers: WireService = {
  name: 'long-answers',
  does: 'answers everything with 240 KB that are allowed',
  start: startHttp((_, response) => {
    const more = Array.from({ length: 1000 }, (_one, at) => [`note_${at}`, 'abcdefgh'.repeat(28)]);
    const body = JSON.stringify({ return_status: '1', return_message: 'OK', ...Object.fromEntries(more) });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }),
};
