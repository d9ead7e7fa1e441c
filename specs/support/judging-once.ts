import type { RepeatedExchange } from '../../reports/evidence/lines.ts';
import { judge } from '../../schemas/judge.ts';
import type { Exchange, JudgedExchange, Judgement } from '../../schemas/types.ts';
import { plainTitle, variantIn } from './variants.ts';

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

/** How the second of two equal exchanges is recorded; undefined where more than the variant tells their addresses apart. */
function repeatedOf(first: Exchange, { id, sent, origin }: Exchange): RepeatedExchange | undefined {
  const [from, to] = [first.origin.test, origin.test].map((title) => `/${variantIn(title)}/`) as [
    string,
    string,
  ];
  const isSame = first.id === id || first.sent.url.replace(from, to) !== sent.url;
  return isSame ? undefined : { kind: 'repeated', of: first.id, id, origin, moved: [from, to] };
}

/** What a proof has met before. */
export interface Once {
  /** Judges an exchange, or tells again what was judged of one that is equal to it. */
  judge(exchange: Exchange): Judgement;
  /** What is recorded of an exchange that is kept whole: itself, or the one before that it is equal to. */
  recorded(judged: JudgedExchange): JudgedExchange | RepeatedExchange;
}

interface Known {
  readonly judgement: Judgement;
  /** The first of the equal exchanges that is recorded whole. */
  whole?: Exchange;
}

/**
 * The judge of a proof: the variants of a test are sent equal requests, and where two answer alike, word for word, the one
 * judgement is that of the other, and what is recorded of it names the other.
 */
export function judgingOnce(): Once {
  const known = new Map<string, Known>();
  const judged = new Map<string, Known>();
  let test = '';
  return {
    judge(exchange) {
      const { file, test: title } = exchange.origin;
      const place = `${file} ${plainTitle(title)}`;
      if (place !== test) {
        known.clear();
        judged.clear();
      }
      test = place;
      const content = contentOf(exchange);
      if (content === undefined) return judge(exchange);
      const before = known.get(content);
      const one = before ?? { judgement: judge(exchange) };
      known.set(content, one);
      judged.set(exchange.id, one);
      return before === undefined ? one.judgement : renamed(one.judgement, exchange.id);
    },
    recorded(one) {
      const { exchange } = one;
      const before = judged.get(exchange.id);
      if (before === undefined) return one;
      if (exchange.page !== undefined) {
        // It takes the place of the exchange without a page, which others repeat no more.
        delete before.whole;
        return one;
      }
      before.whole ??= exchange;
      return repeatedOf(before.whole, exchange) ?? one;
    },
  };
}
