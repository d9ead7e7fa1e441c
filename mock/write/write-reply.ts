import type { Reply, Wire } from '../reply.ts';
import type { Style } from './style.ts';

function typed(status: number, contentType: string | undefined, body: string): Wire {
  return { status, headers: contentType === undefined ? {} : { 'content-type': contentType }, body };
}

/** Writes an answer in a style. */
export function writeReply(reply: Reply, style: Style): Wire {
  switch (reply.form) {
    case 'json':
      return typed(reply.status, style.types.json, style.json(reply.value));
    case 'xml':
      return typed(reply.status, style.types.xml, style.xml(reply.root, reply.value));
    case 'page':
      return typed(reply.status, style.types.html, style.html(reply.page));
    case 'text':
      return withHeaders(
        typed(reply.status, reply.contentType === '' ? undefined : reply.contentType, reply.text),
        reply.headers,
      );
  }
}

function withHeaders(wire: Wire, headers: Wire['headers'] = {}): Wire {
  return { ...wire, headers: { ...wire.headers, ...headers } };
}
