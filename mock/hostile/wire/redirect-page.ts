import { type StartsWire, startHttp } from './wire-service.ts';

/** A redirect page whose form is right as far as the eye sees, with a script of its own. */
export function pageWith(script: string, more = ''): string {
  const inputs =
    '<input type="hidden" name="encryption_data" value="x"><input type="hidden" name="signInfo" value="x">';
  return `<!doctype html><html><body>${more}<form name="theForm" method="post" action="/v1/checkout">${inputs}</form><script>${script}</script></body></html>`;
}

/** The post that is expected of a redirect page. */
export const post = 'document.theForm.submit();';

/** A service that answers everything with one page. */
export function startPage(page: string, headers: Readonly<Record<string, string>> = {}): StartsWire {
  return startHttp((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(page),
  );
}
