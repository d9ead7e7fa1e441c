import { buildOpenApi } from '../../schemas/openapi.ts';
import { newFile } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { writeGivenFile } from '../write-given-file.ts';

/** Prints or writes the OpenAPI 3.1 document made from the schemas. */
export const openapi: Subcommand = (command) => {
  command.option('--out <file>', 'write to this file instead of standard output', newFile);
  return (options: { out?: string }) => {
    const text = `${JSON.stringify(buildOpenApi(), null, 2)}\n`;
    if (options.out === undefined) process.stdout.write(text);
    else writeGivenFile(options.out, text);
    return exitStatus.conformant;
  };
};
