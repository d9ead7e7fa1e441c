import { WrongUse } from '../schemas/wrong-use.ts';

/** A wrong setting or target file: one line that says file or variable, key, rule and value, never a secret; exit status 2. */
export class ConfigurationError extends WrongUse {
  constructor(message: string) {
    // A value may be a page of text.
    super(message.replace(/\s*\n\s*/g, ' ').replace(/(\S{150})\S{150,}/g, '$1…'));
    this.name = 'ConfigurationError';
  }
}
