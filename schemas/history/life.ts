/** Outcome of a request about an order, from its answer and from later searches. */
export type LifeOutcome = 'accepted' | 'refused' | 'pending';

/** A request about an order in one state, and the state that it led to. */
export interface LifeArrow {
  readonly from: string;
  readonly call: string;
  readonly outcome: LifeOutcome;
  /** Status of the result entry. */
  readonly status?: string;
  readonly to: string;
}

/** A state of an order. */
export interface LifeState {
  readonly name: string;
  /** `payment_status` in the query. */
  readonly shows?: string;
}

/** The life cycle of an order at one service, which section 3 leaves open. */
export interface Life {
  /** `learned`: every request was sent in every state. `seen`: assembled from the requests of the tests. */
  readonly from: 'learned' | 'seen';
  readonly states: readonly LifeState[];
  readonly arrows: readonly LifeArrow[];
}

/** The requests of a life cycle in display order, and the state of an order after each. */
export const lifeCalls = {
  capture: 'captured',
  review: 'reviewed',
  cancel: 'cancelled',
  'refund part': 'refunded in part',
  'refund rest': 'refunded',
} as const;
/** A request of a life cycle. */
export type LifeCall = keyof typeof lifeCalls;

/** The name of the state of an order after the accepted requests. */
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

/** The arrows in words, one line each. */
export function lifeLines({ arrows }: Pick<Life, 'arrows'>): readonly string[] {
  return arrows.map(arrowText);
}

/** A node of the diagram: a state with the requests that do not change it. */
export interface LifeNode {
  readonly state: LifeState;
  /** Name and status, then the requests that change nothing, by outcome. */
  readonly lines: readonly string[];
}

/** The nodes of the diagram, and one edge per pair of states with all its requests. */
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

// Removes characters that Mermaid or HTML interprets.
const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N} ().,:_-]/gu, ' ');

/** The life cycle of an order as a Mermaid state diagram, for an issue or a job summary. */
export function lifeMermaid(life: Pick<Life, 'states' | 'arrows'>): string {
  const { nodes, edges } = lifeGraph(life);
  return [
    'stateDiagram-v2',
    '  [*] --> s0',
    ...nodes.map(({ lines }, at) => `  s${at}: ${lines.map(plain).join('<br>')}`),
    ...edges.map(({ from, to, calls }) => `  s${from} --> s${to}: ${plain(calls.join(', '))}`),
  ].join('\n');
}
