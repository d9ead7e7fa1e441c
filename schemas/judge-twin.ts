import type { Said } from './findings/said.ts';
import { say } from './findings/say.ts';
import type { Verdicts } from './judge-run.ts';
import { openNotebook } from './notebook.ts';
import { isDocumented, operationOf } from './operations.ts';
import { entriesOf, entrySucceeded, membersOf, scalarText } from './outcome.ts';
import type { ClauseId, JsonObject, JudgedExchange } from './types.ts';

/** A probe that differs from its accepted control in one thing, and what the service ought to do with it. */
export interface Twin {
  readonly clause: ClauseId;
  readonly control: JudgedExchange;
  readonly probe: JudgedExchange;
  readonly wants: 'refusal' | 'acceptance';
  /** Status of an entry that this service was seen to settle later: such an entry is accepted. */
  readonly pending?: string;
}

// The one place where the document states codes (7.6), without saying which input deserves which of the two; for every
// other clause any form of refusal is right.
const statedCodes: Readonly<Record<ClauseId, readonly number[]>> = {
  '7.6/invalid-input': [400, 404],
  '7.6/record-not-found': [400, 404],
};

/** Judges a probe by its control: without an accepted control, or without an answer to the probe, nothing can be told. */
export function judgeTwin({ clause, control, probe, wants, pending }: Twin): Verdicts {
  const notebook = openNotebook(probe.exchange);
  const { outcome } = probe.judgement;
  const expected = say(wants);
  // What was wrong with the request is what a reader has to know first.
  const probeName = probe.exchange.origin.caseName;
  if (!isFullyAccepted(control, pending)) {
    const received = shortOf(control);
    const wanted = say('accepted-control');
    notebook.rules(clause, 'inconclusive', { kind: 'outcome', path: '', expected: wanted, received });
  } else if (outcome === 'none' || outcome === 'unclear') {
    notebook.rules(clause, 'inconclusive', {
      kind: 'outcome',
      path: '',
      expected,
      received: say('tells-nothing', [], outcome),
    });
  } else if (wants === 'acceptance') {
    if (outcome === 'accepted') notebook.holds(clause);
    else
      notebook.breaks(clause, {
        kind: 'outcome',
        path: '',
        expected: say('as-control'),
        received: say('refusal'),
      });
  } else if (isFullyAccepted(probe, pending)) {
    notebook.breaks(clause, {
      kind: 'outcome',
      path: '',
      expected: say('unlike-control'),
      received: probeName === undefined ? say('acceptance') : say('acceptance-of', [], probeName),
    });
  } else if (statedCodes[clause]?.includes(statusOf(probe)) === false) {
    const codes = statedCodes[clause]?.join(' or ') ?? '';
    notebook.breaks(clause, {
      kind: 'status',
      path: '',
      expected: say('status', [], codes),
      received: say('status', [], statusOf(probe)),
      atMost: 'warn',
    });
  } else {
    notebook.holds(clause);
  }
  return notebook.close();
}

/** What a control request lacks to be an accepted one. */
function shortOf({ judgement }: JudgedExchange): Said {
  const { operation, outcome, answer } = judgement;
  if (outcome !== 'accepted') return say('control-not-accepted', [], outcome);
  const made = isDocumented(operation) ? operationOf(operation) : undefined;
  const isAny =
    made !== undefined &&
    answer !== undefined &&
    entriesOf(made, membersOf(made, answer)).some((entry) => entrySucceeded(made, entry));
  return say(isAny ? 'control-in-part' : 'control-without-success');
}

/** Tells whether a call was accepted and, for a batch, every order in it. */
function isFullyAccepted({ judgement }: JudgedExchange, pending?: string): boolean {
  if (judgement.outcome !== 'accepted' || !isDocumented(judgement.operation))
    return judgement.outcome === 'accepted';
  const operation = operationOf(judgement.operation);
  const { batch } = operation;
  if (batch === undefined || judgement.answer === undefined) return true;
  const entries = entriesOf(operation, membersOf(operation, judgement.answer));
  const isTaken = (entry: JsonObject) =>
    entrySucceeded(operation, entry) ||
    (pending !== undefined && scalarText(entry[batch.status]) === pending);
  return entries.length > 0 && entries.every(isTaken);
}

function statusOf({ exchange }: JudgedExchange): number {
  return exchange.received.kind === 'answer' ? exchange.received.status : 0;
}
