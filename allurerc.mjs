import { existsSync, readFileSync } from 'node:fs';
import { defineConfig } from 'allure';

// `npm run report` names the folder of a run; without one it is that of the newest.
const run = process.env.REPORT_FOLDER ?? 'results/latest';
const file = `${run}/conformance.json`;
const statement = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;

/** What the report says of the run besides its tests. */
function facts({ result, exitCode, run: { exchanges } }) {
  return { result, 'exit status': String(exitCode), exchanges: String(exchanges) };
}

export default defineConfig({
  name: ['Payment acquiring conformance', ...(statement ? [statement.target.name] : [])].join(': '),
  resultsDir: `${run}/allure-results`,
  output: `${run}/allure-report`,
  globalAttachments: [`${run}/certificate.html`, `${run}/conformance.json`],
  variables: statement ? facts(statement) : {},
  hideLabels: ['host', 'thread', 'framework', 'language', 'package', 'titlePath', /suite$/i],
  plugins: {
    awesome: { options: { groupBy: ['epic', 'feature'], singleFile: true, sections: ['timeline'] } },
  },
  // The tests of the preflight and the closing ones have none of their own.
  defaultLabels: { epic: 'The run' },
  categories: {
    rules: [
      {
        name: 'Deviations from the document',
        matchers: { labels: { finding: /./ } },
        groupBy: [{ label: 'finding' }],
        expand: true,
      },
      {
        name: 'Known deviations',
        matchers: { labels: { 'known deviation': /./ } },
        groupBy: [{ label: 'known deviation' }],
      },
      {
        name: 'Warnings: implied, sampled or listed facts',
        matchers: { labels: { warning: /./ } },
        groupBy: [{ label: 'warning' }],
      },
    ],
  },
});
