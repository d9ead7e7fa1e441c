import { parseArgs } from 'node:util';
import { defined } from '../schemas/defined.ts';
import { startMock } from './server.ts';

// The endpoint of one run of Playwright, which reads the address from this line and ends the process.
const { values } = parseArgs({
  options: {
    acquirer: { type: 'string' },
    signing: { type: 'string', default: 'hmac-sha256' },
    fault: { type: 'string' },
    // As in M1:A1,A2
    merchant: { type: 'string' },
  },
});
const [merchant, accounts = ''] = values.merchant?.split(':') ?? [];
const signing = { recipe: values.signing, key: process.env.CONFORMANCE_MOCK_KEY ?? '' };
const { url } = await startMock({
  ...(values.signing !== 'none' && { signing }),
  ...(merchant !== undefined && { merchants: { [merchant]: accounts.split(',') } }),
  ...defined({ acquirer: values.acquirer, fault: values.fault }),
});
process.stdout.write(`ready on ${url}\n`);
