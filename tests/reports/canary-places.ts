import { say, sayValue } from '../../schemas/findings/say.ts';
import type { Parts } from './hand-made.ts';
import { answer, finding } from './hand-made.ts';

const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
const word = (text: string) => text.replaceAll(/[^\w-]/g, '_');

type Place = (secret: string) => Parts;

const page = { foreignRequests: [], dialogs: [], scriptErrors: [] } as const;
const posting = (fields: readonly (readonly [string, string])[], url = 'https://x.example/'): Parts => ({
  operation: 'redirect-payment',
  page: { ...page, posted: { method: 'POST', url, fields, afterMs: 3 } },
});
const withHeaders = (headers: Readonly<Record<string, string>>): Parts => ({
  received: {
    ...answer('{"return_status":"1"}'),
    headers: { 'content-type': 'application/json', ...headers },
  },
});
const json = (member: string): Parts => ({ received: answer(`{"return_status":"1",${member}}`) });
const xml = (child: string): Parts => ({
  operation: 'direct-payment',
  received: answer(`<respon><order_no>1</order_no>${child}</respon>`, 200, 'text/xml'),
});
const html = (inside: string): Parts => ({
  operation: 'redirect-payment',
  received: answer(
    `<!doctype html><html><body>${inside}<form name="theForm"></form></body></html>`,
    200,
    'text/html',
  ),
});
const observed = (change: { fingerprint?: string; detail?: string }): Parts => ({
  judgement: {
    observations: [
      { clause: '7.8/error-bodies', operation: 'refund', fingerprint: 'x', detail: 'x', ...change },
    ],
  },
});

/** Every place in which a service can give a secret back, and in which the suite itself could repeat one. */
export const canaryPlaces: Readonly<Record<string, Place>> = {
  'a member': (secret) => json(`"m":"${quoted(secret)}"`),
  'a text around it': (secret) => json(`"m":"the value ${quoted(secret)} is not known"`),
  'a member name': (secret) => json(`"${quoted(secret)}":1`),
  'a list in a list': (secret) => json(`"l":[["${quoted(secret)}"]]`),
  'JSON inside JSON': (secret) => json(`"j":${JSON.stringify(JSON.stringify({ x: secret }))}`),
  'a form inside JSON': (secret) => json(`"f":"a=1&b=${encodeURIComponent(secret)}&c="`),
  'an address inside JSON': (secret) => json(`"u":"https://x.example/?q=${encodeURIComponent(secret)}"`),
  'an identifier': (secret) => json(`"transaction_id":"${quoted(secret)}"`),
  'JSON that is cut': (secret) => ({
    received: answer(`{"return_status":"1","m":"${quoted(secret)}","n":"`),
  }),
  'an element': (secret) => xml(`<m>${plain(secret)}</m>`),
  'an attribute': (secret) => xml(`<m a="${plain(secret).replaceAll('"', '&quot;')}"/>`),
  'an element name': (secret) => xml(`<m_${word(secret)}>1</m_${word(secret)}>`),
  'a comment': (secret) => xml(`<!-- ${secret} -->`),
  'a CDATA section': (secret) => xml(`<m><![CDATA[${secret}]]></m>`),
  'a page title': (secret) => html(`<title>${plain(secret)}</title>`),
  'a hidden input': (secret) => html(`<input type="hidden" name="m" value="${plain(secret)}">`),
  'an input name': (secret) => html(`<input type="hidden" name="${plain(secret)}" value="1">`),
  'a script': (secret) => html(`<script>var s = "${quoted(secret)}";</script>`),
  'a text that is no document': (secret) => ({ received: answer(`refused: ${secret}`, 400, 'text/plain') }),
  'an error page': (secret) => ({ received: answer(`<html>${plain(secret)}</html>`, 500, 'text/html') }),
  'a header': (secret) => withHeaders({ 'x-echo': encodeURIComponent(secret) }),
  'a header name': (secret) => withHeaders({ [`x-${word(secret).toLowerCase()}`]: '1' }),
  'a challenge': (secret) => withHeaders({ 'www-authenticate': `Basic realm="${quoted(secret)}"` }),
  'a cookie': (secret) => withHeaders({ 'set-cookie': `s=${encodeURIComponent(secret)}; Path=/` }),
  'a redirect address': (secret) => withHeaders({ location: `/pay?q=${encodeURIComponent(secret)}` }),
  'a file name': (secret) =>
    withHeaders({ 'content-disposition': `attachment; filename="${quoted(secret)}.pdf"` }),
  'a type': (secret) => withHeaders({ 'content-type': `application/json; k="${quoted(secret)}"` }),
  'a posted value': (secret) => posting([['m', secret]]),
  'a posted name': (secret) => posting([[secret, '1']]),
  'a posted address': (secret) => posting([['m', '1']], `https://x.example/?q=${encodeURIComponent(secret)}`),
  'a dialog': (secret) => ({
    operation: 'redirect-payment',
    page: { ...page, dialogs: [`alert: ${secret}`] },
  }),
  'a script error': (secret) => ({
    operation: 'redirect-payment',
    page: { ...page, scriptErrors: [secret] },
  }),
  'a foreign request': (secret) => ({
    operation: 'redirect-payment',
    page: { ...page, foreignRequests: [`GET https://t.example/?q=${encodeURIComponent(secret)}`] },
  }),
  'the end of a page': (secret) => ({
    operation: 'redirect-payment',
    page: { ...page, failure: { reason: 'navigation', detail: `net::ERR at ${secret}` } },
  }),
  'the word of a connection that died': (secret) => ({
    received: { kind: 'none', reason: 'reset', detail: `POST failed: ${secret}`, durationMs: 1 },
  }),
  'what a finding received': (secret) => ({
    judgement: { findings: [finding({ path: 'note', received: sayValue(secret) })] },
  }),
  'what a finding expected': (secret) => ({
    judgement: { findings: [finding({ path: 'note', expected: say('as-sent', [secret]) })] },
  }),
  'an observation': (secret) => observed({ detail: `saw ${secret}` }),
  'a fingerprint': (secret) => observed({ fingerprint: `saw "${quoted(secret)}"` }),
  'a body of other bytes': (secret) => ({
    received: answer(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`{"m":"${quoted(secret)}"}`, 'utf16le')]),
    ),
  }),
};
