import { createPluginSummary } from '@allurereport/plugin-api';

/** Holds the place of a page that is made from the statement, and written over this one. */
export default class OwnPagePlugin {
  constructor({ name, id } = {}) {
    this.name = name;
    this.id = id;
  }
  done = async (context) => {
    await context.reportFiles.addFile('index.html', Buffer.from('<!doctype html>\n'));
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
