import { parseArgs } from 'node:util';
import { defined } from '../schemas/defined.ts';
import { startMock } from './server.ts';

// The endpoint of one run of Playwright, which reads the address from this line and ends the process.
const { values } = parseArgs({
  options: { acquirer: { type: 'string' }, signing: { type: 'string' }, fault: { type: 'string' } },
});
const { url } = await startMock({
  signing: { recipe: values.signing ?? 'hmac-sha256', key: process.env.CONFORMANCE_MOCK_KEY ?? '' },
  ...defined({ acquirer: values.acquirer, fault: values.fault }),
});
process.stdout.write(`ready on ${url}\n`);
