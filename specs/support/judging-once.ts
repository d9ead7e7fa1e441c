import type { RepeatedExchange } from '../../reports/evidence/lines.ts';
import { type Moved, movedText, movedValue } from '../../reports/evidence/moved.ts';
import { given } from '../../schemas/given.ts';
import { judge } from '../../schemas/judge.ts';
import type { Exchange, JudgedExchange, Judgement } from '../../schemas/types.ts';
import { plainTitle, variantIn } from './variants.ts';

const placeOf = ({ origin }: Pick<Exchange, 'origin'>) => `/${variantIn(origin.test)}/`;
const isPaged = ({ operation }: Pick<Exchange, 'operation'>) => operation === 'redirect-payment';

/** What the judge sees of an exchange beside its id and the variant; undefined where equal texts are no equal exchanges. */
function contentOf(exchange: Exchange): string | undefined {
  const { operation, sent, received, page, origin } = exchange;
  if (received.kind === 'none' || page !== undefined) return undefined;
  const { url: _, body, value: __, ...request } = sent;
  const { body: bytes, headers, durationMs, ...answer } = received;
  const { date: ___, ...told } = headers;
  const { test: ____, ...place } = origin;
  const rest = JSON.stringify([operation, request, place, answer, told, durationMs >= 10_000]);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // A page refers to addresses of the variant that it is of. The ellipsis stands in no text of single bytes.
  return [rest, body, isPaged(exchange) ? movedText(text, [placeOf(exchange), '…']) : text].join('\n');
}

interface Known {
  readonly judgement: Judgement;
  /** Where it was judged. */
  readonly first: Pick<Exchange, 'operation' | 'origin'>;
  /** The first of the equal exchanges that is recorded whole. */
  whole?: Exchange;
}

/** The judgement of an exchange as that of another one that is equal to it; undefined where its words name the variant. */
function renamed({ judgement, first }: Known, other: Exchange): Judgement | undefined {
  const { findings, observations, answer } = judgement;
  const moved: Moved = [placeOf(first), placeOf(other)];
  const said = () => JSON.stringify([findings, observations]);
  if (isPaged(first) && findings.length + observations.length > 0 && movedText(said(), moved) !== said())
    return undefined;
  return {
    ...judgement,
    exchange: other.id,
    findings: findings.map((finding) => ({ ...finding, exchange: other.id })),
    ...(isPaged(first) && answer !== undefined && { answer: movedValue(answer, moved) }),
  };
}

/** How the second of two equal exchanges is recorded; undefined where more than the variant tells their addresses apart. */
function repeatedOf(first: Exchange, other: Exchange): RepeatedExchange | undefined {
  const { id, sent, origin, times } = other;
  const moved: Moved = [placeOf(first), placeOf(other)];
  const isAnother = first.id !== id && first.sent.url.replace(...moved) === sent.url;
  return isAnother ? { kind: 'repeated', of: first.id, id, origin, moved, ...given({ times }) } : undefined;
}

/** What a proof has met before. */
export interface Once {
  /** Judges an exchange, or tells again what was judged of one that is equal to it. */
  judge(exchange: Exchange): Judgement;
  /** What is recorded of an exchange that is kept whole: itself, or the one before that it is equal to. */
  recorded(judged: JudgedExchange): JudgedExchange | RepeatedExchange;
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
      const one = before ?? { judgement: judge(exchange), first: exchange };
      const judgement = before === undefined ? one.judgement : renamed(before, exchange);
      if (judgement === undefined) return judge(exchange);
      known.set(content, one);
      judged.set(exchange.id, one);
      return judgement;
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
