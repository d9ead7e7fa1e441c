import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringifyEnvInfo, type Writer } from 'allure-js-commons/sdk/reporter';

/**
 * Writes Allure results as plain files. Allure's own writer waits for the disk after every file, which a run of hundreds of
 * tests pays for with seconds, and what these files say can be made again by running the tests.
 */
export function plainWriter(resultsDir: string): Writer {
  mkdirSync(resultsDir, { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFileSync(join(resultsDir, name), content);
  const writeJson = (name: string, value: unknown) => write(name, JSON.stringify(value));
  return {
    writeResult: (result) => writeJson(`${result.uuid}-result.json`, result),
    writeGroup: (group) => writeJson(`${group.uuid}-container.json`, group),
    writeAttachment: write,
    writeAttachmentFromPath: (name, from) => copyFileSync(from, join(resultsDir, name)),
    writeEnvironmentInfo: (info) => write('environment.properties', stringifyEnvInfo(info)),
    writeCategoriesDefinitions: (categories) => writeJson('categories.json', categories),
    writeGlobals: writeJson,
  };
}
