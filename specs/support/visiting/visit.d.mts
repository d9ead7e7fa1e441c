import type { Browser } from '@playwright/test';
import type { FetchScript } from '../../../targets/sending/page-scripts.ts';
import type { SeenPage } from './read-visit.ts';
import type { PageTimeouts, ServedPage } from './visit.ts';

export function visit(
  browser: Browser,
  leaks: { take: (line: string) => void },
  given: ServedPage & { readonly patience: PageTimeouts; readonly anew?: boolean },
  fetchScript?: FetchScript,
): Promise<{ readonly page: SeenPage; readonly spent: boolean }>;
