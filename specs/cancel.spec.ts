import { describeBatch } from './support/batch-situations.ts';

describeBatch('cancel');
