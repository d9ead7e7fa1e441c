import { startRedaction } from '../reports/redact.ts';

// What is masked is known to a process: no file may find the secrets that another one registered.
startRedaction({ seed: 7 });
