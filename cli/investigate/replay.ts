import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EvidenceExchange, GatheredEvidence } from '../../reports/evidence/lines.ts';
import { readEvidence, readFacts } from '../../reports/evidence.ts';
import { type CurlPlace, curlOf, prerequisitesOf, replayCommand } from '../../reports/exports/repeat.ts';
import { defined } from '../../schemas/defined.ts';
import { objectOf } from '../../schemas/json.ts';
import { plainLine, plainText } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { embeddedTargetFile, endpointOptions, readSettings } from '../../targets/settings.ts';
import { readStatement } from '../after/read-reports.ts';
import { stableAddress } from '../run/run-plan.ts';
import { namedTarget, placeOf, readRunRecord, repetitionOf, targetFor } from '../run/run-record.ts';
import { runSuite } from '../run/run-suite.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';

/** Returns the tests that send an exchange and the earlier calls it depends on. */
function testsOf(from: string, line: EvidenceExchange, exchanges: readonly EvidenceExchange[]) {
  const { histories = [] } = existsSync(join(from, 'conformance.json')) ? readStatement(from) : {};
  const calls = histories.find(({ exchange }) => exchange === line.id)?.calls ?? [];
  const ids = new Set([line.id, ...calls.map(({ exchange }) => exchange)]);
  const origins = exchanges.filter(({ id }) => ids.has(id)).map(({ origin }) => origin);
  return [...new Map(origins.map((one) => [`${one.file} ${one.test}`, one])).values()];
}

/** Returns the findings of an exchange, alone and across exchanges; undefined if it was not sent. */
function saidOf(id: string, { exchanges, across }: GatheredEvidence): readonly string[] | undefined {
  const line = exchanges.find((one) => one.id === id);
  const together = across?.findings.filter(({ exchange }) => exchange === id) ?? [];
  return (
    line &&
    [...line.judgement.findings, ...together]
      .map(({ clause, verdict, path }) => plainLine(`${verdict} ${clause} ${path}`.trimEnd()))
      .sort()
  );
}

function onlyExchange(from: string, id: string, exchanges: readonly EvidenceExchange[]): EvidenceExchange {
  const found = exchanges.filter((exchange) => exchange.id.startsWith(id));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  if (!existsSync(join(from, 'exchanges.ndjson')) && found.length === 0)
    throw new ConfigurationError(
      `${from} holds no exchanges of a run; --from names the folder of its reports.`,
    );
  const many = found.length > 1 ? `${found.length} exchanges begin with` : 'No exchange begins with';
  throw new ConfigurationError(`${many} "${plainLine(id)}" in ${join(from, 'exchanges.ndjson')}.`);
}

/** Returns where a command sends an exchange again; throws if the named target file cannot take it as it was. */
function placeAt(from: string, file: string | undefined, { sent }: EvidenceExchange): CurlPlace {
  const place = placeOf(from, file);
  if (file === undefined) return place;
  const { target } = readSettings({ ...process.env, CONFORMANCE_TARGET: file });
  const { environment, acquirer, headers, baseUrl = stableAddress() } = target;
  if (sent.url.startsWith(`${baseUrl}/`)) return place;
  const base = readFacts(from)?.target.baseUrl ?? '';
  const own = target.merchant.merchant_id;
  const { merchant_id = own } = objectOf(sent.value);
  if (base === '' || !sent.url.startsWith(`${base}/`) || String(merchant_id) !== own)
    throw new ConfigurationError(
      `The request was sent for merchant ${plainLine(String(merchant_id))} to ${plainLine(sent.url)}; ${file}, of merchant ${own}, cannot take it as it was.`,
    );
  const endpoint = environment === 'embedded' ? endpointOptions({ acquirer }) : undefined;
  const shown = Object.entries(headers).map(([name, header]) => [name, header.shown]);
  return {
    ...place,
    ...defined({ endpoint }),
    moved: { from: base, to: baseUrl, headers: Object.fromEntries(shown) },
  };
}

/** Repeats the test of an exchange with the seed and target of its run, and says whether its findings recur. */
export const replay: Subcommand = (command) => {
  command
    .argument('<id>', 'id of an exchange, as the findings print it')
    .option('--from <folder>', 'reports of the run that holds the exchange')
    .option('--target <file>', 'target file of the run, or another one (default: the embedded endpoint)')
    .option('--out <folder>', 'where the reports of the repetition go (default: FROM.replay)')
    .option('--curl', 'print the request as a command that sends it, and send nothing');
  return async (id: string, options: { from?: string; target?: string; out?: string; curl?: true }) => {
    const from = options.from ?? readSettings().out;
    const evidence = readEvidence(from);
    const { exchanges } = evidence;
    const line = onlyExchange(from, id, exchanges);
    if (options.curl === true) {
      const named = options.target ?? namedTarget(from);
      const again = replayCommand(line.id, resolve(from), named && resolve(named));
      const before = { calls: () => prerequisitesOf(line, exchanges), again };
      console.log(plainText(curlOf(line, placeAt(from, options.target, line), before)));
      return exitStatus.conformant;
    }
    if (line.origin.file === undefined)
      throw new ConfigurationError(`exchange ${line.id} was not sent by a test of the suite.`);
    // Next to the reports, whose digest covers all files in them.
    const out = options.out ?? `${from.replace(/[\\/]+$/, '')}.replay`;
    if (existsSync(out) && realpathSync(out) === realpathSync(from))
      throw new ConfigurationError(
        `${out} holds the exchange; its repetition needs another folder with --out.`,
      );
    const target = targetFor(from, options.target);
    // The known state of signatures in the run also applies to its repetition.
    const isSame = resolve(target) === (readRunRecord(from).target ?? embeddedTargetFile());
    const status = await runSuite({
      ...repetitionOf(from, testsOf(from, line, exchanges)),
      target,
      ...(isSame && { known: { like: from, accepted: line.sent.signed } }),
      out,
    });
    const before = saidOf(line.id, evidence) ?? [];
    const after = saidOf(line.id, readEvidence(out));
    if (after === undefined) console.log(`Exchange ${line.id} was not sent again.`);
    else if (before.join() === after.join())
      console.log(`Reproduced: ${before.join('; ') || 'no finding, as before'}.`);
    else
      console.log(
        `Changed. Before: ${before.join('; ') || 'no finding'}. Now: ${after.join('; ') || 'no finding'}.`,
      );
    return status;
  };
};
