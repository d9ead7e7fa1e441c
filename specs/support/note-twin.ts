import { defined } from '../../schemas/defined.ts';
import { entriesIn, scalarText, statusNameOf } from '../../schemas/history/outcome.ts';
import { mayBeDone } from '../../schemas/history/states.ts';
import { dependsOnRefusal, isAcceptedLike, judgeTwin, type Twin } from '../../schemas/judge/judge-twin.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import type { Harness } from './harness.ts';

/** Probes with their control, and how to send another request like the control. */
export interface Twins {
  readonly control: JudgedExchange;
  readonly probes: readonly Pick<Twin, 'clause' | 'probe' | 'wants'>[];
  readonly again: () => Promise<JudgedExchange>;
}

/** The exchanges of a test, as far as their order in time is known. */
export interface Order {
  readonly exchanges: readonly JudgedExchange[];
  /** Returns whether one request was sent after the other had been answered. */
  isAfter(one: JudgedExchange, other: JudgedExchange): boolean;
  /** Why the test sends nothing more. */
  readonly whyOver: () => string | undefined;
}

/** How often a control is sent until it is accepted: some services decline payments at random. */
const mostAgain = 3;

/**
 * Judges probes against their control, records the verdicts as evidence and passes on the findings. If a verdict rests
 * on a refusal, a request like the control must be accepted after the last refusal: one already sent, or a new one.
 */
export async function noteTwins(
  harness: Harness,
  { control, probes, again }: Twins,
  order: Order,
  found: (findings: readonly Finding[]) => void,
): Promise<void> {
  const { operation } = control.exchange;
  const known = harness.expectations.pendingOf(operation);
  const pendingIn = (...shown: readonly JudgedExchange[]) => {
    const statuses = shown.flatMap(statusesIn);
    return defined({ pending: known.find((one) => statuses.includes(one)) });
  };
  const pending = pendingIn(control);
  const twins = probes.map((one): Twin => ({ ...one, control, ...pendingIn(one.probe, control) }));
  const refused = twins.filter(dependsOnRefusal).map(({ probe }) => probe);
  let after: Twin['after'] =
    refused.length === 0
      ? undefined
      : order.exchanges.find(
          (one) =>
            isAcceptedLike(one, { control, ...pending }) &&
            refused.every((other) => order.isAfter(one, other)),
        );
  try {
    for (let sent = 0; refused.length > 0 && !isEnough(after) && sent < mostAgain; sent += 1)
      after = await again();
  } finally {
    // If no request could be sent, the test ends here and its probes report the reason.
    const unsent = { after: 'none' as const, ...defined({ unsent: order.whyOver() }) };
    for (const twin of twins)
      found(
        noteTwin(
          harness,
          dependsOnRefusal(twin) ? { ...twin, ...(after === undefined ? unsent : { after }) } : twin,
        ),
      );
  }
}

/** Statuses of the result entries of a batch. */
function statusesIn(judged: JudgedExchange): readonly (string | undefined)[] {
  const name = statusNameOf(judged.exchange.operation);
  return name === undefined ? [] : entriesIn(judged).map((entry) => scalarText(entry[name]));
}

// No further request is sent while the outcome of the last one is unknown.
function isEnough(after: Twin['after']): boolean {
  return typeof after === 'object' && (after.judgement.outcome !== 'refused' || mayBeDone(after));
}

function noteTwin({ evidence }: Harness, twin: Twin): readonly Finding[] {
  const { clause, wants, control, probe, pending, after, unsent } = twin;
  const { operation, origin } = probe.exchange;
  const verdicts = judgeTwin(twin);
  evidence.note({
    kind: 'twin',
    origin,
    clause,
    wants,
    operation,
    ...defined({ pending, unsent, after: after === 'none' ? after : after?.exchange.id }),
    control: control.exchange.id,
    probe: probe.exchange.id,
    ...verdicts,
  });
  return verdicts.findings;
}
