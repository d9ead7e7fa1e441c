import type { Settings } from '../../targets/settings.ts';
import { type OpenedBrowser, openBrowser } from './browser.ts';

/** The browser of a worker, opened when a spec first asks for it. */
export interface SealedBrowser {
  open(): Promise<OpenedBrowser>;
  close(): Promise<void>;
}

/** Prepares the browser of a worker without starting it. */
export function prepareBrowser(settings: Settings): SealedBrowser {
  let opened: Promise<OpenedBrowser> | undefined;
  return {
    open() {
      opened ??= openBrowser(settings);
      return opened;
    },
    async close() {
      const known = await opened;
      if (known !== undefined && 'browser' in known) await known.browser.close();
    },
  };
}
