import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { environmentOf } from '../../cli/project/run-options.ts';
import { type Change, deciding, rewiring } from '../../mock/behaviour.ts';
import type { About, Reply, Wire } from '../../mock/reply.ts';
import { startMock } from '../../mock/server.ts';
import { type Opened, openRun } from '../../opening/open-run.ts';
import { defined } from '../../schemas/defined.ts';
import type { JsonObject, OperationId } from '../../schemas/types.ts';
import { embeddedTargetFile, readSettings, type Settings } from '../../targets/settings.ts';
import type { Target } from '../../targets/target.ts';
import { emptyFolder } from '../cli/command.ts';

const key = 'a-key-for-changed-answers';

/** A service with a change, and the settings of a run of some operations against it. */
export async function changedService(
  change: Change,
  operation: string,
  { profile, target: own = {} }: { readonly profile?: string; readonly target?: Partial<Target> } = {},
): Promise<Settings> {
  const mock = await startMock({ change, signing: { recipe: 'hmac-sha256', key } });
  onTestFinished(() => mock.close());
  const settings = readSettings(
    environmentOf({
      target: embeddedTargetFile(),
      seed: '3',
      ...defined({ profile }),
      variables: { CONFORMANCE_EMBEDDED_URL: mock.url, CONFORMANCE_MOCK_KEY: key },
    }),
  );
  const operations = operation.split(',') as OperationId[];
  const target = { ...settings.target, ...own };
  return { ...settings, operations, target, out: join(emptyFolder(), 'out') };
}

/** Opens a run of some operations against the embedded endpoint with a change. */
export async function openedWith(change: Change, operation: string): Promise<Opened> {
  return openRun(await changedService(change, operation));
}

/** A service that looks at no signature and at no party. */
export const trustsAnybody: Change = deciding({ checksSignature: () => false, checksParty: () => false });

const bytesOf = (body: Wire['body']) => Buffer.from(body);
const textOf = (body: Wire['body']) => bytesOf(body).toString('utf8');
const end = /([}\]]|<\/[\w:-]+>)\s*$/;

/** Ways in which a body is not well formed. */
export const malformations: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
  'without its last character': (text) => text.trimEnd().slice(0, -1),
  'cut in the middle': (text) => text.slice(0, Math.floor(text.length / 2)),
  'with a comma before its end': (text) => text.replace(end, ',$1'),
  'with more behind its end': (text) => `${text.trimEnd()}}<x>`,
  'with a sign left open': (text) => text.replace(/"(?=[,}])|<\//, ''),
  'with a raw sign in a text': (text) => text.replace(/(":")|(<[\w-]+>)(?=[^<])/, (all) => `${all}\u0001&<`),
  'with bytes that are not UTF-8': (text) => {
    const at = text.search(/":"|<[\w-]+>[^<]/) + 3;
    return Buffer.concat([
      Buffer.from(text.slice(0, at)),
      Buffer.of(0xff, 0xfe, 0xc0),
      Buffer.from(text.slice(at)),
    ]);
  },
  'in single quotes, or with an unknown entity': (text) =>
    /^\s*[{[]/.test(text) ? text.replaceAll('"', "'") : text.replace(/(<[\w-]+>)(?=[^<])/, '$1&nothing;'),
};

/** Changes the bytes of every answer. */
export function rewriting(change: (text: string) => string | Uint8Array): Change {
  return rewiring((wire) =>
    bytesOf(wire.body).length > 0 ? { ...wire, body: change(textOf(wire.body)) } : wire,
  );
}

type Json = JsonObject[string];
const isMap = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function xmlOf(name: string, value: Json): string {
  if (Array.isArray(value)) return value.map((one) => xmlOf(name, one)).join('');
  const inner = isMap(value)
    ? Object.entries(value)
        .map(([child, one]) => xmlOf(child, one))
        .join('')
    : String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<${name}>${inner}</${name}>`;
}

/** Changes the answers that do what was asked, one operation's, by their layout. */
function laidOut(change: (reply: Reply, wire: Wire, about: About) => Partial<Wire>): Change {
  return rewiring((wire, about, reply) =>
    reply.accepted ? { ...wire, ...change(reply, wire, about) } : wire,
  );
}

const rewritten = (reply: Reply, wire: Wire, change: (value: JsonObject) => JsonObject): Partial<Wire> => {
  if (reply.form === 'json') return { body: JSON.stringify(change(reply.value)) };
  if (reply.form === 'xml') return { body: xmlOf(reply.root, change(reply.value)) };
  return {
    body: textOf(wire.body)
      .replaceAll(/<\/?form[^>]*>/gi, '')
      .replaceAll(/<script.*?<\/script>/gis, ''),
  };
};

/** Layouts of answers that the document does not know, and a service may give to what it accepts. */
export const layouts: Readonly<Record<string, Change>> = {
  'with its members inside another one': laidOut((reply, wire) =>
    rewritten(reply, wire, ({ merchant_id = '', account_id = '', ...rest }) => ({
      merchant_id,
      account_id,
      result: rest,
    })),
  ),
  'under other names': laidOut((reply, wire) =>
    rewritten(reply, wire, (value) =>
      Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          /_(?:id|no)$/.test(name)
            ? name
            : name.replaceAll(/_(\w)/g, (_, sign: string) => sign.toUpperCase()).concat('X'),
          one,
        ]),
      ),
    ),
  ),
  'wrapped in data': laidOut((reply, wire) => {
    if (reply.form === 'json') return { body: JSON.stringify({ data: reply.value }) };
    if (reply.form === 'xml') return { body: `<data>${xmlOf(reply.root, reply.value)}</data>` };
    return {
      body: JSON.stringify({ data: textOf(wire.body) }),
      headers: { 'content-type': 'application/json' },
    };
  }),
  'with another root': laidOut((reply, _wire, { request }) => {
    if (reply.form === 'json') return { body: JSON.stringify([reply.value]) };
    if (reply.form === 'xml') return { body: xmlOf('response', reply.value) };
    return {
      body: `<html><title>Payment</title><body><a href="/pay/1">Pay ${request.order_no} ${request.amount}</a></body></html>`,
    };
  }),
  'with its status in other words': laidOut((reply, wire, { request }) => {
    if (reply.form === 'page')
      return {
        body: `<!DOCTYPE html><html><body><p>${request.order_no}</p><script src="/w.js"></script></body></html>`,
      };
    const words = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(words);
      if (!isMap(value)) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          /^(?:\w+_status|status|result_info|return_message)$/.test(name) ? 'Active' : words(one),
        ]),
      );
    };
    return rewritten(reply, wire, (value) => words(value) as JsonObject);
  }),
  'in another medium': laidOut((reply, _wire, { request }) => {
    if (reply.form === 'json')
      return { body: xmlOf('respon', reply.value), headers: { 'content-type': 'text/xml' } };
    if (reply.form === 'xml')
      return { body: JSON.stringify(reply.value), headers: { 'content-type': 'application/json' } };
    return {
      body: JSON.stringify({ order_no: request.order_no ?? '', redirect: 'https://pay.example/p/1' }),
      headers: { 'content-type': 'application/json' },
    };
  }),
};

/** Keeps a change to one operation. */
export function only(operation: string, change: Change): Change {
  return (behaviour) => {
    const changed = change(behaviour);
    return {
      ...behaviour,
      rewire: [
        ...behaviour.rewire,
        (wire, about, reply) =>
          about.operation === operation
            ? changed.rewire
                .slice(behaviour.rewire.length)
                .reduce((one, step) => step(one, about, reply), wire)
            : wire,
      ],
    };
  };
}
