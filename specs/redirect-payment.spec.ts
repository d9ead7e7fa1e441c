import { describeRequests } from './support/request-situations.ts';

describeRequests('redirect-payment');
