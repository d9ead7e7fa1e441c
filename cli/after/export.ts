import { readEvidence } from '../../reports/evidence.ts';
import { exportedRequests, httpFile, postmanCollection } from '../../reports/exports/requests.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { documentedOperation, writeGivenFile } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { readStatement } from './read-reports.ts';

interface ExportOptions {
  readonly postman?: true;
  readonly http?: true;
  readonly operation?: string;
  readonly from: string;
  readonly out?: string;
}

/** Writes the requests that show findings for clients that send them by hand. */
export const exportFindings: Subcommand = (command) => {
  command
    .option('--postman', 'as a Postman collection (2.1)')
    .option('--http', 'as an .http file, which editors send')
    .option('--operation <name>', 'only findings of this operation')
    .option('--from <folder>', 'reports of a run', 'reports/out')
    .option('--out <file>', 'write to this file instead of standard output');
  return ({ postman, http, operation, from, out }: ExportOptions) => {
    if ((postman === true) === (http === true))
      throw new ConfigurationError('export takes one format: --postman or --http.');
    const statement = readStatement(from);
    const only = operation === undefined ? undefined : documentedOperation(operation);
    const exported = exportedRequests(statement, readEvidence(from).exchanges, only);
    const of = only === undefined ? '' : ` of ${only}`;
    if (exported.requests.length === 0)
      throw new ConfigurationError(`${from} holds no finding${of} whose request could be sent again.`);
    const name = `Findings${of}: ${statement.target.name}, seed ${statement.run.seed}`;
    const text = postman === true ? postmanCollection(exported, name) : httpFile(exported, name);
    if (out === undefined) process.stdout.write(text);
    else writeGivenFile(out, text, 0o600);
    for (const id of exported.shortened)
      console.error(`Left out, because only its beginning was kept: ${id}`);
    return exitStatus.conformant;
  };
};
