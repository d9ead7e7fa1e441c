import { describeRequests } from './support/request-situations.ts';

describeRequests('direct-payment');
