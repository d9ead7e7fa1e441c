import { WrongUse } from '../schemas/wrong-use.ts';

/** A wrong setting or target file: one line with file or variable, key, rule and value, no secret; exit status 2. */
export class ConfigurationError extends WrongUse {
  constructor(message: string) {
    // A value may be very long.
    super(message.replace(/\s*\n\s*/g, ' ').replace(/(\S{150})\S{150,}/g, '$1…'));
    this.name = 'ConfigurationError';
  }
}
