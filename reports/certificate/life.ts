import { type Life, lifeGraph, lifeLines, lifeMermaid } from '../../schemas/history/life.ts';
import { wordLines } from '../../schemas/plain-text.ts';
import type { ShownHistory, Statement } from '../statement/format.ts';
import { type Html, html } from './words.ts';

/** The life of an order in a statement. */
export function lifeIn({ life }: Pick<Statement, 'life'>): Life | undefined {
  return life;
}

const box = { width: 216, line: 15, gap: 26, between: 150 } as const;
const longestLine = 38;

type Graph = ReturnType<typeof lifeGraph>;
type Place = ReturnType<typeof placesOf>[number];

/** The number of steps from a payment to each state. */
function depthsOf({ nodes, edges }: Graph): readonly number[] {
  const depths = nodes.map((_node, at) => (at === 0 ? 0 : Number.POSITIVE_INFINITY));
  for (const _round of nodes)
    for (const { from, to } of edges) depths[to] = Math.min(depths[to] ?? 0, (depths[from] ?? 0) + 1);
  return depths.map((depth) => (Number.isFinite(depth) ? depth : 0));
}

/** Arranges the states with an equal number of steps in one column. */
function placesOf(graph: Graph) {
  const depths = depthsOf(graph);
  const tops = new Map<number, number>();
  return graph.nodes.map(({ lines: told }, at) => {
    const depth = depths[at] ?? 0;
    const y = tops.get(depth) ?? 8;
    const lines = told.flatMap((line) => wordLines(line, longestLine));
    const height = lines.length * box.line + 14;
    tops.set(depth, y + height + box.gap);
    return { x: 8 + depth * (box.width + box.between), y, height, lines };
  });
}

function arrow(from: Place, to: Place, label: string, share: number): Html {
  const isOn = to.x > from.x;
  const [x1, y1] = [from.x + box.width, from.y + from.height * share];
  const [x2, y2] = [isOn ? to.x : to.x + box.width, to.y + to.height / 2];
  const bend = isOn ? (x2 - x1) / 2 : 60;
  const end = isOn ? x2 - bend : x2 + bend;
  // The middle of the curve.
  const x = (x1 + x2 + 3 * (x1 + bend + end)) / 8;
  const y = (y1 + y2) / 2 - (isOn ? 4 : 12);
  return html`<path d="M${x1} ${y1.toFixed(1)} C${x1 + bend} ${y1.toFixed(1)} ${end} ${y2.toFixed(1)} ${x2} ${y2.toFixed(1)}" marker-end="url(#tip)"/><text class="call" x="${x.toFixed(1)}" y="${y.toFixed(1)}">${label}</text>`;
}

/** The states of an order as a drawing, without external resources. */
function lifeDrawing(life: Pick<Life, 'states' | 'arrows'>): Html {
  const graph = lifeGraph(life);
  const places = placesOf(graph);
  const width = Math.max(...places.map(({ x }) => x)) + box.width + 110;
  const height = Math.max(...places.map((place) => place.y + place.height)) + 8;
  // Arrows to higher boxes start higher, so that they do not cross.
  const out = graph.nodes.map((_node, at) =>
    graph.edges
      .filter(({ from }) => from === at)
      .sort((one, other) => (places[one.to]?.y ?? 0) - (places[other.to]?.y ?? 0)),
  );
  return html`<svg class="life" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="States of an order and the calls between them">
<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${out.map((edges) =>
  edges.map(({ from, to, calls }, at) => {
    const [one, other] = [places[from], places[to]];
    return one && other && arrow(one, other, calls.join(', '), (at + 1) / (edges.length + 1));
  }),
)}${places.map(
  ({ x, y, height: high, lines: [first, ...others] }) =>
    html`<rect x="${x}" y="${y}" width="${box.width}" height="${high}" rx="6"/><text class="state" x="${x + 9}" y="${y + 18}">${first}</text>${others.map((line, at) => html`<text x="${x + 9}" y="${y + 18 + (at + 1) * box.line}">${line}</text>`)}`,
)}</svg>`;
}

/** The states of an order at this service, which section 3 leaves open, as a drawing and in words. */
export function lifePage(statement: Statement): Html {
  const life = lifeIn(statement);
  if (life === undefined) return html``;
  return html`<h2 id="life">The life of an order</h2>
<p class="soft">Section 3 shows no transitions. ${
    life.from === 'learned'
      ? 'Learned before the tests: each call was asked for in each state, with a separate payment for each sequence of calls.'
      : 'Put together from the calls of the tests; what was not asked for is not drawn. A run with --learn asks for the rest.'
  } In brackets: <code>payment_status</code> of the query. Nothing of it is judged.</p>
<div class="wide">${lifeDrawing(life)}</div>
<details><summary>In words</summary><ul>${lifeLines(life).map((line) => html`<li>${line}</li>`)}</ul></details>
<details><summary>As a Mermaid diagram, for an issue</summary><pre>${lifeMermaid(life)}</pre></details>`;
}

/** The arrows of a history between caller and service, by time; those of simultaneous calls cross each other. */
function arrowsOf({ calls }: ShownHistory) {
  const start = calls[0]?.times?.sentAt ?? 0;
  const isTimed = calls.every(({ times }) => times !== undefined);
  // Milliseconds after the first arrow.
  const after = (time = 0) => (isTimed ? time - start : undefined);
  const arrows = calls.flatMap(({ operation, asked, answered, times }, at) => [
    { isAnswer: false, text: `${at + 1} ${operation} ${asked}`.trimEnd(), after: after(times?.sentAt) },
    { isAnswer: true, text: `${at + 1} ${answered}`, after: after(times?.answeredAt) },
  ]);
  return arrows.sort((one, other) => (one.after ?? 0) - (other.after ?? 0));
}

const [left, right, step, longest] = [90, 610, 34, 74];

const shortened = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** A history as a picture: the caller on the left, the service on the right, time downwards. */
export function pictureOf(history: ShownHistory): Html {
  const arrows = arrowsOf(history);
  const height = 40 + arrows.length * step;
  return html`<svg class="sequence" viewBox="0 0 700 ${height}" role="img" aria-label="Sequence of ${history.calls.length} calls">
<text x="${left}" y="14" text-anchor="middle">caller</text><text x="${right}" y="14" text-anchor="middle">service</text>
<path class="life" d="M${left} 22V${height}M${right} 22V${height}"/>${arrows.map(
    ({ isAnswer, text, after }, at) => {
      const y = 50 + at * step;
      const [from, to, head] = isAnswer ? [right, left, 7] : [left, right, -7];
      return html`
${after !== undefined && html`<text class="time" x="${left - 12}" y="${y + 4}" text-anchor="end">${Math.round(after)} ms</text>`}<text x="${(left + right) / 2}" y="${y - 6}" text-anchor="middle">${shortened(text)}</text>
<path class="${isAnswer ? 'back' : 'there'}" d="M${from} ${y}H${to}m${head} -4L${to} ${y}l${head} 4"/>`;
    },
  )}</svg>`;
}

// Special characters of Mermaid are written as numeric entities.
const plain = (text: string) => text.replaceAll(/[^\w .,:()+-]/g, (sign) => `#${sign.codePointAt(0)};`);

/** The same as a Mermaid diagram, for job summaries and issues. */
export function mermaidOf(history: ShownHistory): string {
  const lines = arrowsOf(history).map(({ isAnswer, text, after }) => {
    const time = after === undefined ? '' : ` (${Math.round(after)} ms)`;
    return `  ${isAnswer ? 'service-->>caller' : 'caller->>service'}: ${plain(text.replaceAll('\n', ' '))}${time}`;
  });
  return ['sequenceDiagram', '  participant caller', '  participant service', ...lines].join('\n');
}
