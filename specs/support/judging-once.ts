import { judge } from '../../schemas/judge.ts';
import type { Exchange, Judgement } from '../../schemas/types.ts';
import { plainTitle } from './variants.ts';

/** What the judge sees of an exchange beside its id and the variant; undefined where equal texts are no equal exchanges. */
function contentOf({ operation, sent, received, page, origin }: Exchange): string | undefined {
  // A page lies at an address, and what it refers to depends on it.
  if (received.kind === 'none' || page !== undefined || operation === 'redirect-payment') return undefined;
  const { url: _, body, value: __, ...request } = sent;
  const { body: bytes, headers, durationMs, ...answer } = received;
  const { date: ___, ...told } = headers;
  const { test: ____, ...place } = origin;
  const rest = JSON.stringify([operation, request, place, answer, told, durationMs >= 10_000]);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return [rest, body, text].join('\n');
}

function renamed(judgement: Judgement, exchange: string): Judgement {
  return {
    ...judgement,
    exchange,
    findings: judgement.findings.map((finding) => ({ ...finding, exchange })),
  };
}

/**
 * A judge for a proof: the variants of a test are sent equal requests, and where two answer alike, word for word, the one
 * judgement is that of the other.
 */
export function judgingOnce(): typeof judge {
  const known = new Map<string, Judgement>();
  let test = '';
  return (exchange) => {
    const { file, test: title } = exchange.origin;
    const place = `${file} ${plainTitle(title)}`;
    if (place !== test) known.clear();
    test = place;
    const content = contentOf(exchange);
    if (content === undefined) return judge(exchange);
    const before = known.get(content);
    if (before !== undefined) return renamed(before, exchange.id);
    const judgement = judge(exchange);
    known.set(content, judgement);
    return judgement;
  };
}
