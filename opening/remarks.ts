import type { Cause } from '../schemas/opening.ts';
import { operations } from '../schemas/operations.ts';
import { expiredWords, oddCurrencies } from '../targets/file/odd-currencies.ts';
import type { Target } from '../targets/target.ts';
import type { Opened } from './open-run.ts';
import { lengthOf } from './service-facts.ts';

/** Difference of two clocks in milliseconds that is told, since a signature or a token may hold a time. */
const tolerated = 60_000;

/** What an opening has to say about the target file although requests were accepted. */
export function remarksOf({ report }: Opened, target: Target, now: Date): readonly string[] {
  const ahead = report.service?.clockOffsetMs ?? 0;
  const expired = expiredWords(target.cards, now);
  const odd = oddCurrencies(target);
  return [
    ...(expired === undefined ? [] : [`look at "cards": ${expired}`]),
    ...(odd === undefined ? [] : [`look at "currencies" and "payouts": ${odd}`]),
    ...(Math.abs(ahead) <= tolerated
      ? []
      : [
          `the clock of the service is ${lengthOf(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'} ours: one of them is wrong, and signatures or tokens with a time may be refused`,
        ]),
  ];
}

/** What an opening shows of the second account: whether it works, why that is open, and the cause if it does not. */
export interface SecondAccountShown {
  readonly works: boolean;
  readonly says: string;
  readonly cause?: Cause;
}

/** Returns what an opening that asks for the second account shows of it. */
export function secondAccountOf({ report, second }: Opened, { merchant }: Target): SecondAccountShown {
  const { otherAccountId } = merchant;
  const open = (says: string) => ({ works: false, says });
  if (otherAccountId === undefined) return open('merchant.otherAccountId is absent');
  if (second === 'accepted') return { works: true, says: otherAccountId };
  if (second === 'lists-nothing')
    return open(
      `${otherAccountId} lists nothing and shows no success, as an unknown account may: a run pays under it`,
    );
  const [cause] = report.unusable?.filter(({ key }) => key === 'merchant.otherAccountId') ?? [];
  if (cause !== undefined) return { works: false, says: cause.says, cause };
  const query = report.steps.find(({ operation }) => operation === operations.query.id);
  if (query === undefined) return open('a query shows it, and query is not selected');
  if (query.state === 'accepted') return open('a query shows it, and no request is left');
  return open(query.why ?? 'a query shows it, and none was accepted for the first account');
}
