import { describeRequests } from './support/request-situations.ts';

describeRequests('payout');
