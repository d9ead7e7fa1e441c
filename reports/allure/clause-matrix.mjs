import { readFileSync } from 'node:fs';
import { createPluginSummary } from '@allurereport/plugin-api';

/** Adds the clause matrix, which is rendered already, to the report as a page of its own. */
export default class ClauseMatrixPlugin {
  constructor({ page } = {}) {
    this.page = page;
  }
  done = async (context) => {
    await context.reportFiles.addFile('index.html', readFileSync(this.page));
  };
  info = (context, store) =>
    createPluginSummary({
      name: 'Clause matrix',
      plugin: 'clause-matrix',
      meta: {},
      ci: context.ci,
      history: context.history,
      store,
    });
}
