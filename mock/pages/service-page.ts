import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { whyForeign } from '../../schemas/media/own-site.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Hostile, HostileEnd } from '../hostile/proven/hostile.ts';
import type { Misfit } from '../misfits/misfit.ts';
import type { SignatureCheck } from '../signature.ts';
import { escapeMarkup } from '../write/xml.ts';
import { htmlPage } from './hosted.ts';
import { copyScript, sampleCalls, sampleList, sampleStyle, signedCall } from './sample-calls.ts';

/** A service whose page is served by another server, as its own answers cannot be trusted. */
export interface DescribedService {
  /** Such as `Misfit maintenance`. */
  readonly title: string;
  /** The behaviour of the service, in sentences. */
  readonly lines: readonly string[];
  readonly address: string;
  /** The operation concerned; all if absent. */
  readonly operation?: DocumentedOperationId;
  /** How the sample calls are signed, if the service checks signatures. */
  readonly signing?: SignatureCheck;
}

// The answer may be endless.
const bounded = ' --max-time 20 | head -c 2000';

/** The HTML page about such a service. */
function servicePage({ title, lines, address, operation, signing }: DescribedService): string {
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

/** Serves the page on a free loopback port; only GET requests to a name of this machine are answered. */
export async function serveServicePage(
  explained: DescribedService,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const page = servicePage(explained);
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

/** How a run must end, for the pages about hostile services. */
export const endWords: Readonly<Record<HostileEnd, string>> = {
  clean: 'conformant, perhaps with warnings (0)',
  warned: 'conformant-with-warnings (0)',
  failed: 'non-conformant (1)',
  open: 'incomplete (3)',
  'never-green': 'non-conformant or incomplete (1 or 3)',
};

/** The description of a misfit and the required result of a run. */
export function linesOfMisfit({ description, target, endpoint, expects }: Misfit): readonly string[] {
  const { exit, kind, key } = expects;
  const says = [
    kind === undefined ? [] : `names the cause ${kind}`,
    key === undefined ? [] : `points to ${key}`,
  ];
  return [
    `It is a misfit: ${description}.`,
    ...(target === undefined ? [] : ['Its target file is wrong.']),
    ...(endpoint === undefined ? ['What is served here is the plain endpoint.'] : []),
    `A run against it ends with exit status ${exit}${says
      .flat()
      .map((one) => `, ${one}`)
      .join('')}.`,
  ];
}

/** The description of a hostile service and the required result of a run. */
export function linesOfHostile({ does, operation, expects }: Hostile): readonly string[] {
  const fails = expects.fails === undefined ? '' : `, ${expects.fails} fails`;
  return [
    `It ${does} (${operation}). Trust it with nothing.`,
    `What must come out of a run (exit status): ${endWords[expects.end]}${fails}.`,
  ];
}
