import { Session } from 'node:inspector';

/** Between growth with the size, which gives 4, and growth with its square, which gives 16. */
export const belowQuadratic = 8;

const session = new Session();
/** Signs of texts and entries of lists that built-in functions went over, which no count of our own code sees. */
let scanned = 0;

/**
 * Starts to count what this process executes. To be called before the code to be counted is loaded: what was compiled before is
 * counted by its calls alone, not by its loops.
 */
export function startCounting(): void {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  countScans();
}

/**
 * How many times as many steps are done on four times the input: blocks of code executed, and what built-in searches go over.
 * Counts and no times, so that it is the same on each machine. Going back within one match of a regular expression is not seen.
 */
export function growthOf<Input>(
  inputOf: (size: number) => Input,
  size: number,
  work: (input: Input) => unknown,
): number {
  const [small, large] = [inputOf(size), inputOf(4 * size)];
  // What is done once in a process is done here.
  work(small);
  const few = stepsOf(() => work(small));
  return stepsOf(() => work(large)) / few;
}

function stepsOf(work: () => unknown): number {
  executed();
  scanned = 0;
  work();
  return scanned + executed();
}

/** Blocks of code executed since it was asked last. */
function executed(): number {
  let blocks = 0;
  session.post('Profiler.takePreciseCoverage', (error, taken) => {
    if (error) throw error;
    for (const { functions } of taken.result) {
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
  });
  return blocks;
}

/** Lets the built-in searches add what they go over. */
function countScans(): void {
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = exec.call(this, text);
    const to = match ? match.index + match[0].length : this.sticky ? from : String(text).length;
    scanned += Math.max(0, to - from);
    return match;
  };
  const { indexOf } = String.prototype;
  String.prototype.indexOf = function (this: string, part: string, from = 0) {
    return went(this, indexOf.call(this, part, from), from);
  };
  String.prototype.includes = function (this: string, part: string, from = 0) {
    return went(this, indexOf.call(this, part, from), from) >= 0;
  };
  const { indexOf: indexIn, includes } = Array.prototype;
  Array.prototype.indexOf = function (this: unknown[], entry: unknown, from = 0) {
    return went(this, indexIn.call(this, entry, from), from);
  };
  Array.prototype.includes = function (this: unknown[], entry: unknown, from = 0) {
    went(this, indexIn.call(this, entry, from), from);
    return includes.call(this, entry, from);
  };
}

/** Adds what a search went over: up to what it found, or all there was. */
function went(whole: { readonly length: number }, found: number, from: number): number {
  scanned += Math.max(0, (found >= 0 ? found : whole.length) - from);
  return found;
}
