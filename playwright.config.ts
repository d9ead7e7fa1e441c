import { conformance } from './entries/config.ts';

export default conformance();
