import { commandStart } from '../schemas/command-line.ts';
import type { Hostile, HostileEnd } from './hostile/proven/hostile.ts';
import type { Misfit } from './misfits/misfit.ts';

/** How a run must end, as a reader of the pages about hostile services is told. */
export const endWords: Readonly<Record<HostileEnd, string>> = {
  clean: 'conformant, perhaps with warnings (0)',
  warned: 'conformant-with-warnings (0)',
  failed: 'non-conformant (1)',
  open: 'incomplete (3)',
  'never-green': 'non-conformant or incomplete (1 or 3)',
};

/** What a misfit is, what a run says of it, and how to make that run. */
export function linesOfMisfit({ name, description, target, endpoint, expects }: Misfit): readonly string[] {
  const { exit, kind, key } = expects;
  const says = [
    kind === undefined ? [] : `names the cause ${kind}`,
    key === undefined ? [] : `points to ${key}`,
  ];
  return [
    `It is a misfit: ${description}.`,
    // What is wrong in the target file cannot be served.
    ...(target === undefined ? [] : [`run --misfit ${name} makes the target file wrong as well.`]),
    ...(endpoint === undefined ? ['What is served here is the plain endpoint.'] : []),
    `A run against it ends with exit status ${exit}${says
      .flat()
      .map((one) => `, ${one}`)
      .join('')}.`,
    `Run against it: ${commandStart} run --misfit ${name}`,
  ];
}

/** What a hostile service does, what must come out of a run against it, and how to make that run. */
export function linesOfHostile({ name, does, operation, expects }: Hostile): readonly string[] {
  const fails = expects.fails === undefined ? '' : `, ${expects.fails} fails`;
  return [
    `It ${does} (${operation}). Trust it with nothing.`,
    `What must come out of a run (exit status): ${endWords[expects.end]}${fails}.`,
    `Run against it: ${commandStart} run --hostile ${name}`,
  ];
}
