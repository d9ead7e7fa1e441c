import pc from 'picocolors';
import { plainLine } from '../../schemas/plain-text.ts';
import type { Progress } from '../progress.ts';
import { widthOf } from './columns.ts';
import { clock, remaining } from './duration.ts';
import { onScreen } from './on-screen.ts';

/** Shortest time between two drawings of a terminal, and between two lines of a pipe, in milliseconds. */
const every = { terminal: 120, pipe: 10_000 } as const;

/** Where a run is written while it goes on. */
export interface Screen {
  readonly isTTY: boolean;
  readonly columns: number;
  write(text: string): void;
  /** Milliseconds. */
  now(): number;
}

/** Shows how far a run is: redrawn in place in a terminal, a line now and then in a pipe. */
export interface LiveView {
  tests(done: number, total: number, failed: number): void;
  property(progress: Progress): void;
  /** Leaves lines above what is drawn in place. */
  note(lines: readonly string[]): void;
  /** Removes what was drawn in place. */
  end(): void;
}

function bar(done: number, total: number, width: number, paint = pc.green): string {
  const full = total === 0 ? 0 : Math.min(width, Math.round((done / total) * width));
  return paint('━'.repeat(full)) + pc.dim('━'.repeat(width - full));
}

function clip(title: string, width: number): string {
  const text = plainLine(title);
  return text.length <= width ? text.padEnd(width) : `${text.slice(0, width - 1)}…`;
}

/** Opens the live view of a run on a screen. */
export function openLiveView(screen: Screen): LiveView {
  const running = new Map<string, Progress>();
  let counted = { done: 0, total: 0, failed: 0 };
  let drawn = 0;
  const started = screen.now();
  let last = started - (screen.isTTY ? every.terminal : 0);

  const erase = () => {
    if (drawn > 0) screen.write(`\u001b[${drawn}A\u001b[0J`);
    drawn = 0;
  };
  const times = () => {
    const elapsed = screen.now() - started;
    const left = remaining(counted.done, counted.total, elapsed);
    return `, ${clock(elapsed)}${left === undefined ? '' : `, about ${clock(left)} left`}`;
  };
  const summary = () => {
    const failed = counted.failed > 0 ? pc.red(`, ${counted.failed} failed`) : '';
    return `${counted.done} of ${counted.total} tests${failed}${times()}`;
  };
  const draw = () => {
    const due = screen.now() - last >= (screen.isTTY ? every.terminal : every.pipe);
    if (!due) return;
    last = screen.now();
    if (!screen.isTTY) {
      const busy = [...running.values()].map(
        ({ test, done, total }) => `${plainLine(test)} ${done}/${total}`,
      );
      screen.write(`${[summary(), ...busy].join('; ')}\n`);
      return;
    }
    // Two blanks, the bar, the phase, and a column that some terminals break at.
    const width = Math.max(10, Math.min(60, screen.columns - 37));
    const [said, paint] = [summary(), counted.failed > 0 ? pc.red : pc.green];
    const room = Math.max(4, Math.min(24, screen.columns - widthOf(said) - 2));
    const lines = [...running.values()].slice(0, 4).map(({ test, done, total, phase }) => {
      const state = phase === 'shrinking' ? pc.yellow(`shrinking ${done}`) : `${done}/${total}`;
      return `  ${clip(test, width)} ${bar(done, total, 16)} ${state}`;
    });
    erase();
    screen.write(`${[`${bar(counted.done, counted.total, room, paint)} ${said}`, ...lines].join('\n')}\n`);
    drawn = lines.length + 1;
  };
  return {
    tests(done, total, failed) {
      counted = { done, total, failed };
      draw();
    },
    property(progress) {
      if (progress.phase === 'checking' && progress.done >= progress.total) running.delete(progress.test);
      else running.set(progress.test, progress);
      draw();
    },
    note(lines) {
      if (lines.length === 0) return;
      erase();
      screen.write(`${onScreen(lines, screen).join('\n')}\n`);
      last = Number.NEGATIVE_INFINITY;
      if (screen.isTTY) draw();
      else last = screen.now();
    },
    end: erase,
  };
}
