import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder } from '../../reports/serve.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { wholeNumber } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { onPort, untilAskedToEnd } from '../until-stopped.ts';

/** Serves the reports of a run on loopback, for a browser. */
export const report: Subcommand = (command) => {
  command
    .argument('[folder]', 'reports of a run', 'reports/out')
    .option('--port <number>', 'port; 0 picks a free one', wholeNumber('--port', 0, 65_535), 0);
  return async (folder: string, options: { port: number }) => {
    if (!existsSync(join(folder, 'certificate.html'))) {
      throw new ConfigurationError(`${folder} holds no reports; a run writes them there.`);
    }
    const served = await onPort(options.port, () =>
      serveFolder(folder, { port: options.port, start: 'certificate.html' }),
    );
    await untilAskedToEnd(() => {
      console.log(`Allure report  ${served.url}/allure-report/`);
      console.log(`Certificate    ${served.url}/certificate.html`);
      console.log('Ctrl-C stops serving.');
    });
    await served.close();
    return exitStatus.conformant;
  };
};
