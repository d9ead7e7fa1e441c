import { readFileSync } from 'node:fs';
import { createPluginSummary } from '@allurereport/plugin-api';

/** Adds a page that is rendered already to the report. */
export default class OwnPagePlugin {
  constructor({ page, name, id } = {}) {
    this.page = page;
    this.name = name;
    this.id = id;
  }
  done = async (context) => {
    await context.reportFiles.addFile('index.html', readFileSync(this.page));
  };
  info = (context, store) =>
    createPluginSummary({
      name: this.name,
      plugin: this.id,
      meta: {},
      ci: context.ci,
      history: context.history,
      store,
    });
}
