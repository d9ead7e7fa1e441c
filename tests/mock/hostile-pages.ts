import { type StartsWire, startHttp } from '../../mock/hostile/wire/wire-service.ts';

/** A redirect page whose form is right as far as the eye sees, with a script of its own. */
function pageWith(script: string, more = ''): string {
  const inputs =
    '<input type="hidden" name="encryption_data" value="x"><input type="hidden" name="signInfo" value="x">';
  return `<!doctype html><html><body>${more}<form name="theForm" method="post" action="/v1/checkout">${inputs}</form><script>${script}</script></body></html>`;
}

/** The post that is expected of a redirect page. */
const post = 'document.theForm.submit();';

/** A service that answers everything with one page. */
function startPage(page: string, headers: Readonly<Record<string, string>> = {}): StartsWire {
  return startHttp((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page),
  );
}

/** Services whose pages are hostile, and one whose answers are as long as they may be, by name. */
export const hostilePages: Readonly<Record<string, { readonly does: string; readonly start: StartsWire }>> = {
  'long-answers': {
    does: 'answers everything with 240 KB that are allowed',
    start: startHttp((_, response) => {
      const more = Array.from({ length: 1000 }, (_one, at) => [`note_${at}`, 'abcdefgh'.repeat(28)]);
      const body = JSON.stringify({ return_status: '1', return_message: 'OK', ...Object.fromEntries(more) });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    }),
  },
  'page-as-download': {
    does: 'calls its redirect page an attachment of bytes',
    start: startPage(pageWith(post), {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="a.bin"',
    }),
  },
  'page-that-posts-too-much': {
    does: 'posts three hundred million characters',
    start: startPage(pageWith(`document.theForm.signInfo.value = 'x'.repeat(3e8); ${post}`)),
  },
  'page-without-rest': {
    does: 'runs for ever before it would post',
    start: startPage(pageWith(`for (;;); ${post}`)),
  },
  'page-that-takes-memory': {
    does: 'leaks memory while displayed',
    start: startPage(
      pageWith('const all = []; setInterval(() => all.push(new Uint8Array(5e7).fill(7)), 5);'),
    ),
  },
  'page-of-errors': {
    does: 'throws errors while displayed',
    start: startPage(
      pageWith(
        `for (let at = 0; at < 300000; at += 1) setTimeout(() => { throw new Error('x'.repeat(1000)); });`,
      ),
    ),
  },
};
