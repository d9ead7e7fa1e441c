import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { urlIn } from '../../schemas/media/url-in.ts';
import type { Target } from '../../targets/target.ts';
import { whyUnreachable } from '../../targets/transport/route.ts';
import { bodyText, headerOf, statusOf } from '../answer-words.ts';
import type { Case, Finding, Found } from '../case.ts';

const untrustedCertificate = /certificate|self[- ]signed|altname|CERT_|UNABLE_TO_(?:VERIFY|GET_ISSUER)/i;
// TLS alerts about the client certificate.
const clientCertificateAlert =
  /alert.{0,40}certificate|certificate_expired|bad[ _]certificate|ALERT_CERTIFICATE/i;
const certificateRequested = /certificate required|handshake failure|ALERT_(?:CERTIFICATE|HANDSHAKE)/i;

/** Why the client certificate is not valid now, as in `it expired on 2025-01-31`; undefined without such a problem. */
export function outOfDate({ tls }: Pick<Target, 'tls'>, now: Date): string | undefined {
  if (tls.clientCertificate === undefined) return undefined;
  const { validFrom, validTo } = new X509Certificate(readFileSync(tls.clientCertificate.certificateFile));
  const day = (text: string) => new Date(text).toISOString().slice(0, 10);
  if (Date.parse(validTo) < now.getTime()) return `it expired on ${day(validTo)}`;
  return Date.parse(validFrom) > now.getTime() ? `it is not valid before ${day(validFrom)}` : undefined;
}

/** True for a connection that ended around the handshake, and for statuses about a client certificate. */
function mayBeClientCertificate({ main, accepted }: Case): boolean {
  const { received } = main.exchange;
  if (accepted.size > 0) return false;
  if (received.kind === 'answer') return [400, 401, 403, 495, 496].includes(received.status);
  return received.reason === 'reset' || clientCertificateAlert.test(received.detail);
}

const trustsAnybody = '"tls": { "verify": false } trusts any certificate.';

/** The certificate of the service is not trusted, or the service requires a client certificate. */
export function certificate(one: Case): Found {
  const { exchange } = one.main;
  const { received } = exchange;
  const old = mayBeClientCertificate(one) ? outOfDate(one.target, new Date()) : undefined;
  if (old !== undefined)
    return {
      key: 'tls.clientCertificate',
      says: `the service rejects the client certificate: ${old}`,
      advice: 'Ask the operator for a new one, and check the clock of this machine.',
    };
  if (received.kind === 'answer') return undefined;
  if (certificateRequested.test(received.detail))
    return {
      key: 'tls.clientCertificate',
      says: 'the service requires a client certificate',
      advice: 'Name certificate and key under tls.clientCertificate.',
    };
  if (!untrustedCertificate.test(received.detail)) return undefined;
  const { hostname } = new URL(exchange.sent.url);
  if (/expired|not yet valid|CERT_NOT_YET_VALID/i.test(received.detail))
    return {
      key: 'tls.verify',
      says: 'the certificate of the service is not trusted: it is not valid at this time',
      advice: `Ask the operator for a new one, and check the clock of this machine; ${trustsAnybody}`,
    };
  if (/altname/i.test(received.detail))
    return {
      key: 'baseUrl',
      says: `the certificate of the service is not trusted: it is not for ${hostname}`,
      advice: `Write the host that the certificate names into baseUrl; ${trustsAnybody}`,
    };
  return {
    key: 'tls.authorityFile',
    says: 'the certificate of the service is not trusted',
    advice: `Name the PEM file of its authority under tls.authorityFile; ${trustsAnybody}`,
  };
}

const notTls = /wrong version number|packet length too long|ERR_SSL_|EPROTO|disconnected before secure TLS/i;
const wantsTls =
  /plain http request was sent to https|client sent an http request to an https|requires? (?:ssl|tls|https)/i;

async function speaksTls(url: string): Promise<boolean> {
  const { host } = new URL(url);
  return (await whyUnreachable(`https://${host}`, { verify: false }, 2_000)) === undefined;
}

async function isTlsPort({ main }: Case): Promise<boolean> {
  const { received, sent } = main.exchange;
  if (received.kind === 'none') return received.reason === 'reset' && (await speaksTls(sent.url));
  const location = headerOf(main, 'location') ?? '';
  const moved = location.startsWith('https:') ? urlIn(location) : undefined;
  const isTwin = moved?.pathname === new URL(sent.url).pathname;
  return isTwin || ((statusOf(main) ?? 0) >= 400 && wantsTls.test(bodyText(main)));
}

/** The address has http and the service uses https, or the reverse. */
export async function scheme(one: Case): Promise<Found> {
  const { received, sent } = one.main.exchange;
  const { protocol } = new URL(sent.url);
  if (protocol === 'https:') {
    if (received.kind === 'answer' || !notTls.test(received.detail)) return undefined;
    return {
      key: 'baseUrl',
      says: 'the address says https, and what listens there does not speak it',
      advice: 'Write http:// in baseUrl, or name the port that speaks https.',
    };
  }
  if (!(await isTlsPort(one))) return undefined;
  return {
    key: 'baseUrl',
    says: 'the address says http, and the service speaks https there',
    advice: 'Write https:// in baseUrl.',
  };
}

/** The service does not answer within the timeout of the target file. */
export function timeOut({ main: { exchange }, target }: Case): Found {
  const { received } = exchange;
  if (received.kind !== 'none' || received.reason !== 'timeout') return undefined;
  return {
    key: 'limits.timeoutMs',
    says: `no answer came within ${target.limits.timeoutMs} ms`,
    advice: 'Raise limits.timeoutMs if the service is known to be slow; otherwise find out why it hangs.',
  };
}

/** Environment variables in which other programs look for a proxy. */
const proxyVariables = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'] as const;

// Their values may contain a password, so they are not shown.
function unreadProxy({ proxy }: Target): string {
  const set = (name: string) => (process.env[name] ?? process.env[name.toLowerCase()] ?? '') !== '';
  const name = proxy === undefined ? proxyVariables.find(set) : undefined;
  return name === undefined
    ? ''
    : ` The variable ${name} is not read: where a proxy leads to the service, name it under "proxy".`;
}

/** Why an answer could not be read, from the error text of the HTTP client. */
function brokenWords(
  origin: string,
  reason: string,
  detail: string,
): Pick<Finding, 'says' | 'advice'> | undefined {
  if (/expected HTTP\/|invalid HTTP version|invalid status code/i.test(detail))
    return {
      says: `what listens at ${origin} does not speak HTTP`,
      advice: 'Put the host and the port of the interface into baseUrl: another kind of server is there.',
    };
  if (reason === 'too-large')
    return {
      says: `the answer of ${origin} is too large to be read (${detail})`,
      advice: 'Check that baseUrl leads to the interface, then what its answer contains.',
    };
  if (/Header overflow/.test(detail))
    return {
      says: `the answer of ${origin} has more headers than this suite reads (${maxHeaderSize} bytes in all)`,
      advice:
        'HTTP sets no such limit: set NODE_OPTIONS=--max-http-header-size=65536, or find out why the answer has so many headers.',
    };
  return /Parse Error|decompress/.test(detail)
    ? {
        says: `the answer of ${origin} breaks the rules of HTTP`,
        advice: 'Fix the service or the proxy in front of it: its answer cannot be read.',
      }
    : undefined;
}

const codeIn = (detail: string) => /\bE[A-Z_]{4,}\b/.exec(detail)?.[0] ?? detail;

/** Nothing listens at the address, or the connection ends before an answer. */
export function unreachable({ main: { exchange }, accepted, target }: Case): Found {
  const { received, sent } = exchange;
  if (received.kind !== 'none' || received.reason === 'timeout') return undefined;
  const { origin, protocol } = new URL(sent.url);
  const tunnel = /Proxy response \((\d{3})\)/.exec(received.detail)?.[1];
  if (tunnel !== undefined)
    return {
      key: 'proxy',
      says:
        tunnel === '407'
          ? 'the proxy asks for a login (407)'
          : `the proxy lets nothing through to ${origin} (${tunnel})`,
      advice:
        tunnel === '407'
          ? 'Put the proxy login under "proxy", or correct it.'
          : 'Ask who runs the proxy whether it may reach this address.',
    };
  const [, lost] = /^no way through the proxy \((.*)\)$/.exec(received.detail) ?? [];
  if (lost !== undefined && target.proxy !== undefined)
    return {
      key: 'proxy.server',
      says: `the proxy at ${new URL(target.proxy.server).host} cannot be reached (${codeIn(lost)})`,
      advice: 'Check that the proxy is running, and check "proxy" in the target file.',
    };
  if (accepted.size > 0)
    return {
      says: `${exchange.operation} gets no answer (${received.reason}), while the service answers others`,
      advice: 'Check the log of the service at the time of this exchange.',
    };
  const broken = brokenWords(origin, received.reason, received.detail);
  if (broken !== undefined) return { key: 'baseUrl', ...broken };
  return {
    key: 'baseUrl',
    says:
      received.reason === 'unreachable'
        ? `the service at ${origin} cannot be reached (${codeIn(received.detail)})`
        : `${origin} takes the connection and gives no whole answer (${received.reason})`,
    advice:
      received.reason === 'reset' && protocol === 'https:' && target.tls.clientCertificate === undefined
        ? 'Check host and port; a service that requires a client certificate closes a connection like this (tls.clientCertificate).'
        : `Check that the service is running, and check host, port and proxy in the target file.${unreadProxy(target)}`,
  };
}
