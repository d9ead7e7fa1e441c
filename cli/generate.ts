import { boundaries } from '../generators/boundaries.ts';
import { defaultContext } from '../generators/context.ts';
import { singleFaults } from '../generators/faults.ts';
import { type PrintFormat, printCase, printFormats } from '../generators/print.ts';
import type { RequestCase } from '../generators/request.ts';
import { deriveSeed, sample } from '../generators/seed.ts';
import { validRequest } from '../generators/valid.ts';
import type { DocumentedOperationId } from '../schemas/types.ts';
import { exitStatus } from './exit-status.ts';
import { classTable } from './generate/class-table.ts';
import { coverageLines } from './generate/coverage-lines.ts';
import { documentedOperation, oneOf, wholeNumber } from './option-values.ts';
import type { Subcommand } from './subcommand.ts';

const kinds = ['valid', 'boundary', 'fault'] as const;

interface GenerateOptions {
  readonly kind: (typeof kinds)[number];
  readonly seed: number;
  readonly count?: number;
  readonly format: PrintFormat;
  readonly coverage?: true;
  readonly classes?: true;
}

function makeCases(
  operation: DocumentedOperationId,
  { kind, seed, count }: GenerateOptions,
): readonly RequestCase[] {
  if (kind === 'valid') {
    return sample(
      validRequest(operation, defaultContext),
      deriveSeed(seed, 'generate', operation),
      count ?? 1,
    );
  }
  const cases = (kind === 'boundary' ? boundaries : singleFaults)(operation, defaultContext, seed);
  return cases.slice(0, count ?? cases.length);
}

/** Prints generated requests with their name, clause and expectation. */
export const generate: Subcommand = (program, finish) => {
  program
    .command('generate')
    .argument('[operation]', 'operation, for example refund')
    .option('--coverage', 'show which classes of values a run sends in which field, without sending')
    .option('--classes', 'list every class of values, as a table of Markdown')
    .option('--kind <kind>', kinds.join(', '), oneOf('--kind', kinds), 'valid')
    .option('--seed <number>', 'same seed, same requests', wholeNumber('--seed', 0, 2_147_483_647), 1)
    .option(
      '--count <number>',
      'how many (default: 1 valid, or every boundary or fault)',
      wholeNumber('--count', 1, 100_000),
    )
    .option('--format <format>', printFormats.join(', '), oneOf('--format', printFormats), 'json')
    .addHelpText(
      'after',
      '\nExample: npx conformance generate refund --kind boundary --seed 1 --format jsonl',
    )
    .action((name: string | undefined, options: GenerateOptions) => {
      if (options.classes === true) {
        process.stdout.write(`${classTable().join('\n')}\n`);
        return finish(exitStatus.conformant);
      }
      const operation = documentedOperation(name ?? '');
      if (options.coverage === true) {
        process.stdout.write(`${coverageLines(operation, defaultContext, options.seed).join('\n')}\n`);
        return finish(exitStatus.conformant);
      }
      for (const made of makeCases(operation, options))
        process.stdout.write(`${printCase(made, options.format)}\n`);
      finish(exitStatus.conformant);
    });
};
