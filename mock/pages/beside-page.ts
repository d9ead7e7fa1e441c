import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whyForeign } from '../../schemas/media/own-site.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { SignatureCheck } from '../signature.ts';
import { escapeMarkup } from '../write/xml.ts';
import { htmlPage } from './pages.ts';
import { copyScript, sampleCalls, sampleList, sampleStyle, signedCall } from './sample-calls.ts';

/** A service that cannot be trusted to explain itself. */
export interface Explained {
  /** As in `Misfit maintenance`. */
  readonly title: string;
  /** What it does, in sentences. */
  readonly lines: readonly string[];
  /** Address of the service. */
  readonly address: string;
  /** The operation that it is about; every one when absent. */
  readonly operation?: DocumentedOperationId;
  /** Signs the calls to copy, where the service checks signatures. */
  readonly signing?: SignatureCheck;
}

// An answer may have no end.
const bounded = ' --max-time 20 | head -c 2000';

/** The page about such a service. */
function besidePage({ title, lines, address, operation, signing }: Explained): string {
  const wanted = sampleCalls.filter(
    (call) => operation === undefined || [operation, 'direct-payment'].includes(call.operation),
  );
  const calls = signing === undefined ? wanted : wanted.map((call) => signedCall(call, signing));
  return htmlPage(
    title,
    `${sampleStyle}
<h1>${escapeMarkup(title)}</h1>
<ul id="manner">${lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}</ul>
<p>It listens on <code>${escapeMarkup(address)}</code>; this page has its own server, so that it can be read whatever the service does.</p>
<h2>Try it</h2>
<p>In this order after a start; of what comes back each line shows the beginning.</p>
${sampleList(calls, address, bounded)}
${copyScript}`,
  );
}

/** Serves the page about a service on a free port of loopback; only GET from this machine's own names is answered. */
export async function serveBeside(
  explained: Explained,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const page = besidePage(explained);
  const server = createServer((request, response) => {
    const status = whyForeign(request.headers) !== undefined ? 403 : request.method !== 'GET' ? 405 : 200;
    if (status !== 200 || request.url !== '/') response.writeHead(status === 200 ? 404 : status).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
