import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, realpathSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, resolve, sep } from 'node:path';
import { whyForeign } from '../../schemas/media/own-site.ts';
import { table } from '../../schemas/table.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { listenOnPort, untilAskedToEnd } from '../until-stopped.ts';

const types: Readonly<Record<string, string>> = table({
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.xml': 'application/xml; charset=utf-8',
  '.woff2': 'font/woff2',
});

/** Returns the file at an address below a folder; undefined if it is outside the folder or not a file. */
function fileAt(folder: string, prefix: string, address: string): string | undefined {
  try {
    const { pathname } = new URL(address, 'http://localhost');
    if (!pathname.startsWith(`${prefix}/`)) return undefined;
    const wanted = join(folder, normalize(decodeURIComponent(pathname.slice(prefix.length))));
    const file = statSync(wanted).isDirectory() ? join(wanted, 'index.html') : wanted;
    // A link may lead out of the folder.
    return statSync(file).isFile() && realpathSync(file).startsWith(realpathSync(folder) + sep)
      ? file
      : undefined;
  } catch {
    return undefined;
  }
}

/** Serves a folder on 127.0.0.1, for GET requests to own host names; a secret path keeps other users out. */
export async function serveFolder(folder: string, port = 0) {
  const root = resolve(folder);
  const prefix = `/${randomBytes(24).toString('base64url')}`;
  const server = createServer((request, response) => {
    if (whyForeign(request.headers) !== undefined) {
      response.writeHead(403).end();
      return;
    }
    if (request.url === `${prefix}/` && request.method === 'GET') {
      response.writeHead(302, { location: `${prefix}/certificate.html` }).end();
      return;
    }
    const file = fileAt(root, prefix, request.url ?? '/');
    if (request.method !== 'GET' || file === undefined) {
      response.writeHead(request.method === 'GET' ? 404 : 405).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        // Browsers keep connections open.
        server.closeAllConnections();
      }),
  };
}

/** Serves the reports of a run to a browser on loopback. */
export const report: Subcommand = (command) => {
  command
    .argument('[folder]', 'reports of a run', 'reports/out')
    .option('--port <number>', 'port; 0 picks a free one', wholeNumber('--port', 0, 65_535), 0);
  return async (folder: string, { port }: { port: number }) => {
    if (!existsSync(join(folder, 'certificate.html'))) {
      throw new ConfigurationError(`${folder} holds no reports; a run writes them there.`);
    }
    const served = await listenOnPort(port, () => serveFolder(folder, port));
    await untilAskedToEnd(() => {
      if (existsSync(join(folder, 'allure-report', 'index.html')))
        console.log(`Allure report  ${served.url}/allure-report/`);
      console.log(`Certificate    ${served.url}/certificate.html`);
      console.log('Ctrl-C stops serving.');
    });
    await served.close();
    return exitStatus.conformant;
  };
};
