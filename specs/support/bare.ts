import type { JudgedExchange } from '../../schemas/types.ts';
import { type Variant, variantSuffix } from './variants.ts';

/**
 * Leaves of the exchanges of bare variants only which test made them and which clauses were broken; those of the others are
 * kept as `whole` says.
 */
export function bareOf<Kept>(
  variants: readonly Variant[],
  whole: (judged: JudgedExchange) => Kept,
): (judged: JudgedExchange) => JudgedExchange | Kept {
  const suffixes = new Set(
    variants.filter(({ bare }) => bare === true).map(({ name }) => variantSuffix(name)),
  );
  return (judged) => {
    const { test } = judged.exchange.origin;
    return suffixes.has(test.slice(test.lastIndexOf(' \u2039'))) ? withoutContents(judged) : whole(judged);
  };
}

function withoutContents({ exchange, judgement }: JudgedExchange): JudgedExchange {
  const { answer: _, ...verdicts } = judgement;
  const { page: __, sent, received, ...rest } = exchange;
  return {
    exchange: {
      ...rest,
      sent: { ...sent, headers: {}, body: '', value: {} },
      received:
        received.kind === 'answer'
          ? { ...received, headers: {}, body: new Uint8Array() }
          : { ...received, detail: '' },
    },
    judgement: {
      ...verdicts,
      findings: judgement.findings.map((finding) => ({ ...finding, expected: '', received: '' })),
      observations: [],
    },
  };
}
