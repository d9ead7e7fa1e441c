import './node20.mjs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'allure';

const facts = JSON.parse(process.env.ALLURE_FACTS ?? '{}');
const outcome = (value) => ({ labels: { outcome: new RegExp(`^${value}$`) } });
const offline = fileURLToPath(new URL('./offline.mjs', import.meta.url));

// A chart without data is left out: trends need an earlier run.
const charts = [
  { type: 'currentStatus', title: 'Tests of this run' },
  {
    type: 'testResultSeverities',
    title: 'Severities: by verdict, and by how strongly the document says a thing',
    levels: ['blocker', 'critical', 'normal', 'minor', 'trivial'],
    statuses: ['failed', 'broken', 'passed', 'skipped'],
    includeUnset: false,
  },
  { type: 'durations', title: 'How long tests take', groupBy: 'none' },
  ...(facts.trends
    ? [
        { type: 'statusDynamics', title: 'Tests from run to run' },
        { type: 'durationDynamics', title: 'Time from run to run' },
      ]
    : []),
];

export default defineConfig({
  name: `Payment acquiring conformance: ${facts.target}`,
  output: join(facts.out, 'allure-report'),
  // A history is kept only if requested.
  ...(facts.history === undefined
    ? { appendHistory: false }
    : { historyPath: join(facts.history, 'history.jsonl'), historyLimit: 20, appendHistory: true }),
  open: false,
  hideLabels: [
    'host',
    'thread',
    'framework',
    'language',
    'titlePath',
    'package',
    'observation',
    'broken',
    'parentSuite',
    'suite',
    'subSuite',
  ],
  categories: {
    rules: [
      {
        id: 'violation',
        name: 'Deviations from the document',
        // Hidden labels match nothing; the message of a deviation begins with its clause.
        matchers: { statuses: ['failed'], message: /^(\w*Error: )?\[\d/ },
        groupBy: [{ label: 'clause' }],
        groupByMessage: true,
        expand: true,
      },
      {
        id: 'warning',
        name: 'Warnings: implied, sampled or listed facts',
        matchers: outcome('warning'),
        groupByMessage: true,
      },
      { id: 'observation', name: 'Observed where the document is silent', matchers: outcome('info') },
      {
        id: 'unreachable',
        name: 'The service could not be reached',
        matchers: { message: /ECONNREFUSED|socket hang up|unreachable|[Tt]imeout/ },
      },
    ],
  },
  plugins: {
    operations: {
      import: offline,
      options: {
        kind: 'awesome',
        reportName: 'Tests by operation',
        groupBy: ['epic', 'feature'],
        reportLanguage: 'en',
        sections: ['timeline'],
      },
    },
    clauses: {
      import: offline,
      options: {
        kind: 'awesome',
        reportName: 'Tests by clause',
        groupBy: ['clause'],
        reportLanguage: 'en',
        sections: ['timeline'],
        filter: (test) => test.labels.some(({ name }) => name === 'clause'),
      },
    },
    dashboard: {
      import: offline,
      options: { kind: 'dashboard', reportName: 'Charts', reportLanguage: 'en', layout: charts },
    },
  },
});
