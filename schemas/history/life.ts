/** What became of a call over an order, as far as its answer and what a search shows later say so. */
export type LifeOutcome = 'accepted' | 'refused' | 'pending';

/** A call over an order in one state, and where it led. */
export interface LifeArrow {
  readonly from: string;
  readonly call: string;
  readonly outcome: LifeOutcome;
  /** Status of the result entry. */
  readonly status?: string;
  readonly to: string;
}

/** A state of an order: what was done to get there, and what the query shows of it. */
export interface LifeState {
  readonly name: string;
  /** `payment_status` of the query. */
  readonly shows?: string;
}

/** The life of an order at one service: what the document leaves open in section 3. */
export interface Life {
  /** `learned`: every call was asked for in every state. `seen`: put together from the calls of the tests. */
  readonly from: 'learned' | 'seen';
  readonly states: readonly LifeState[];
  readonly arrows: readonly LifeArrow[];
}

/** The calls of a life in the order in which they are told, and what an order is called after each. */
export const lifeCalls = {
  capture: 'captured',
  review: 'reviewed',
  cancel: 'cancelled',
  'refund part': 'refunded in part',
  'refund rest': 'refunded',
} as const;
/** A call of a life. */
export type LifeCall = keyof typeof lifeCalls;

/** The name of the state that an order is in after calls that were done. */
export function stateName(done: Iterable<string>): string {
  const calls = new Set(done);
  const words = (Object.keys(lifeCalls) as LifeCall[])
    .filter((call) => calls.has(call) && !(call === 'refund part' && calls.has('refund rest')))
    .map((call) => lifeCalls[call]);
  return words.length === 0 ? 'paid' : words.join(', ');
}

const arrowText = ({ from, call, outcome, to }: LifeArrow) =>
  outcome === 'refused' && from === to
    ? `${from}: ${call} is refused`
    : `${from}: ${call} is ${outcome}${from === to ? '' : `, then ${to}`}`;

/** The arrows of a life in words, one line each. */
export function lifeLines({ arrows }: Pick<Life, 'arrows'>): readonly string[] {
  return arrows.map(arrowText);
}

/** What leaves a state, and what does not, in few words. */
export interface LifeNode {
  readonly state: LifeState;
  /** Name and status, then calls that change nothing, by outcome. */
  readonly lines: readonly string[];
}

/** States with what stays in them, and the arrows between them with all calls of each. */
export function lifeGraph({ states, arrows }: Pick<Life, 'states' | 'arrows'>) {
  const words = ({ call, outcome }: LifeArrow) => (outcome === 'accepted' ? call : `${call} (${outcome})`);
  const nodes = states.map((state): LifeNode => {
    const loops = arrows.filter(({ from, to }) => from === state.name && to === state.name);
    const lines = (['accepted', 'pending', 'refused'] as const).flatMap((outcome) => {
      const calls = loops.filter((arrow) => arrow.outcome === outcome).map(({ call }) => call);
      return calls.length === 0 ? [] : [`${outcome}: ${calls.join(', ')}`];
    });
    return {
      state,
      lines: [`${state.name}${state.shows === undefined ? '' : ` (${state.shows})`}`, ...lines],
    };
  });
  const between = new Map<string, { from: number; to: number; calls: string[] }>();
  const at = (name: string) => states.findIndex((state) => state.name === name);
  for (const arrow of arrows.filter(({ from, to }) => from !== to)) {
    const key = `${arrow.from}\n${arrow.to}`;
    const edge = between.get(key) ?? { from: at(arrow.from), to: at(arrow.to), calls: [] };
    between.set(key, edge);
    edge.calls.push(words(arrow));
  }
  return { nodes, edges: [...between.values()] };
}

// Mermaid reads these signs, and those of HTML.
const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N} ().,:_-]/gu, ' ');

/** The life of an order as a Mermaid state diagram, for an issue or a job summary. */
export function lifeMermaid(life: Pick<Life, 'states' | 'arrows'>): string {
  const { nodes, edges } = lifeGraph(life);
  return [
    'stateDiagram-v2',
    '  [*] --> s0',
    ...nodes.map(({ lines }, at) => `  s${at}: ${lines.map(plain).join('<br>')}`),
    ...edges.map(({ from, to, calls }) => `  s${from} --> s${to}: ${plain(calls.join(', '))}`),
  ].join('\n');
}
