import { redactText } from '../reports/redact.ts';
import type { Cause } from '../schemas/opening.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { maskSecrets } from '../targets/sender.ts';
import type { Settings } from '../targets/settings.ts';
import { connectionOptions } from '../targets/transport/certificates.ts';
import { causeOf } from './causes/registry.ts';
import { whyUnreachable } from './reach.ts';

// A connection that does not come about, told as an exchange would tell it.
function unmade(url: string, why: string): JudgedExchange {
  const operation = 'query';
  const id = '';
  return {
    exchange: {
      id,
      operation,
      sent: {
        method: 'CONNECT',
        url,
        headers: {},
        body: '',
        encoding: 'json',
        value: {},
        signed: false,
        intent: 'valid',
      },
      received: { kind: 'none', reason: 'unreachable', detail: why, durationMs: 0 },
      origin: { test: '', ordinal: 0, seed: 0 },
    },
    judgement: {
      exchange: id,
      operation,
      outcome: 'none',
      request: 'partial',
      findings: [],
      exercised: [],
      observations: [],
    },
  };
}

async function withoutProxy(server: string): Promise<Cause | undefined> {
  const { protocol, origin, host } = new URL(server);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const why = await whyUnreachable(origin, { tls: { verify: false } });
  if (why === undefined) return undefined;
  return {
    kind: 'unreachable',
    key: 'proxy.server',
    says: `the proxy at ${origin} cannot be reached (${why})`,
    sent: `a connection to ${host}`,
    answered: why,
    advice: 'See that the proxy runs, and that "proxy" of the target file is right.',
  };
}

/** Why no connection to the service, or to the proxy before it, comes about; nothing is sent. Throws `ConfigurationError` for certificates that cannot be used. */
export async function preflight(settings: Settings): Promise<Cause | undefined> {
  const { target } = settings;
  const { baseUrl, proxy } = target;
  // Certificates that cannot be used are said before anything else.
  connectionOptions(target.tls);
  if (baseUrl === undefined) return undefined;
  // Behind a proxy only the proxy can tell of the service, and a host that bypasses it has its own way.
  if (proxy !== undefined) return proxy.bypass === undefined ? withoutProxy(proxy.server) : undefined;
  const words = await whyUnreachable(baseUrl, target);
  if (words === undefined) return undefined;
  // They repeat the names that stand in the certificate, and no connection masks anything yet.
  maskSecrets(settings);
  const why = redactText(words);
  const main = unmade(baseUrl, why);
  const cause = await causeOf({
    operation: 'query',
    main,
    others: [],
    target,
    accepted: new Set(),
    refused: [main],
    twin: async () => undefined,
  });
  return { ...cause, sent: `a connection to ${new URL(baseUrl).host}`, answered: why };
}
