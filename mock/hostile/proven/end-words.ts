import type { HostileEnd } from './hostile.ts';

/** How a run must end, as a reader of the pages about hostile services is told. */
export const endWords: Readonly<Record<HostileEnd, string>> = {
  clean: 'conformant, with or without warnings (0)',
  warned: 'conformant-with-warnings (0)',
  failed: 'non-conformant (1)',
  open: 'incomplete (3)',
  'never-green': 'non-conformant or incomplete (1 or 3)',
};
