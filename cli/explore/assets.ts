import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { table } from '../../schemas/table.ts';

const folder = new URL('./ui/', import.meta.url);

const types: Readonly<Record<string, string>> = table({
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
});

/** Adds the token to every link between the page's own files, since each request must carry it. */
function withToken(text: string, token: string): string {
  return text.replaceAll(/((?:href="|src="|from ')\.\/[\w-]+\.(?:css|mjs))/g, `$1?token=${token}`);
}

/** Serves the files of the page, and no others. */
export function addAssets(app: FastifyInstance, token: string): void {
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const text = withToken(readFileSync(new URL(name, folder), 'utf8'), token);
    app.get(name === 'index.html' ? '/' : `/${name}`, (_request, reply) => reply.type(type).send(text));
  }
}
