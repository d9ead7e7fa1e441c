import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandStart } from '../../schemas/command-line.ts';
import { whyForeign } from '../../schemas/media/own-site.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Hostile, HostileEnd } from '../hostile/proven/hostile.ts';
import type { Misfit } from '../misfits/misfit.ts';
import type { SignatureCheck } from '../signature.ts';
import { escapeMarkup } from '../write/xml.ts';
import { htmlPage } from './hosted.ts';
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

/** How a run must end, as a reader of the pages about hostile services is told. */
export const endWords: Readonly<Record<HostileEnd, string>> = {
  clean: 'conformant, perhaps with warnings (0)',
  warned: 'conformant-with-warnings (0)',
  failed: 'non-conformant (1)',
  open: 'incomplete (3)',
  'never-green': 'non-conformant or incomplete (1 or 3)',
};

/** What a misfit is, what a run says of it, and how to make that run. */
export function linesOfMisfit({ name, description, target, endpoint, expects }: Misfit): readonly string[] {
  const { exit, kind, key } = expects;
  const says = [
    kind === undefined ? [] : `names the cause ${kind}`,
    key === undefined ? [] : `points to ${key}`,
  ];
  return [
    `It is a misfit: ${description}.`,
    // What is wrong in the target file cannot be served.
    ...(target === undefined ? [] : [`run --misfit ${name} makes the target file wrong as well.`]),
    ...(endpoint === undefined ? ['What is served here is the plain endpoint.'] : []),
    `A run against it ends with exit status ${exit}${says
      .flat()
      .map((one) => `, ${one}`)
      .join('')}.`,
    `Run against it: ${commandStart} run --misfit ${name}`,
  ];
}

/** What a hostile service does, what must come out of a run against it, and how to make that run. */
export function linesOfHostile({ name, does, operation, expects }: Hostile): readonly string[] {
  const fails = expects.fails === undefined ? '' : `, ${expects.fails} fails`;
  return [
    `It ${does} (${operation}). Trust it with nothing.`,
    `What must come out of a run (exit status): ${endWords[expects.end]}${fails}.`,
    `Run against it: ${commandStart} run --hostile ${name}`,
  ];
}
