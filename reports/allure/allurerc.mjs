import './node20.mjs';
import { join } from 'node:path';
import { defineConfig } from 'allure';

const facts = JSON.parse(process.env.ALLURE_FACTS ?? '{}');
const outcome = (value) => ({ labels: { outcome: new RegExp(`^${value}$`) } });

export default defineConfig({
  name: `Payment acquiring conformance: ${facts.target}`,
  output: join(facts.out, 'allure-report'),
  appendHistory: false,
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
    awesome: { options: { groupBy: ['epic', 'feature'], reportLanguage: 'en', sections: ['timeline'] } },
  },
});
