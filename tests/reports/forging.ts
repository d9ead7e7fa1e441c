import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { derivedFiles, writeDerivedFiles } from '../../reports/derived-files.ts';
import { writeDigest } from '../../reports/digest.ts';
import type { EvidenceExchange, GatheredEvidence } from '../../reports/evidence/lines.ts';
import { evidenceLines, readEvidence } from '../../reports/evidence.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { textIn, writeText } from './packed-text.ts';

/** A copy of which everything may be changed. */
export type Loose<Value> = Value extends readonly (infer Item)[]
  ? Loose<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Loose<Value[Key]> }
    : Value;

/** A change in words, and as it is done. */
export type Change<Of> = readonly [what: string, change: (of: Loose<Of>) => void];

/** Changes the statement, and makes every report of it and the digest anew with the suite's own functions. */
export function forgeStatement(dir: string, change: (statement: Loose<Statement>) => void): void {
  const file = join(dir, 'conformance.json');
  const statement = JSON.parse(readFileSync(file, 'utf8')) as Loose<Statement>;
  change(statement);
  const from = { statement: statement as unknown as Statement, evidence: readEvidence(dir) };
  for (const [name, render] of Object.entries(derivedFiles)) writeFileSync(join(dir, name), render(from));
  writeDigest(dir);
}

/** Changes one file, and makes the digest anew. */
export function forgeFile(dir: string, name: string, change: (text: string) => string): void {
  const file = join(dir, name);
  writeText(file, change(textIn(file)));
  writeDigest(dir);
}

/** Changes the evidence, and makes its sum, every report and the digest anew; `reports: false` leaves the reports as they were. */
export function forgeEvidence(
  dir: string,
  change: (evidence: Loose<GatheredEvidence>) => void,
  { reports = true } = {},
): void {
  const evidence = readEvidence(dir) as unknown as Loose<GatheredEvidence>;
  change(evidence);
  writeEvidenceAgain(dir, evidence as unknown as GatheredEvidence);
  if (reports) writeDerivedFiles(dir, readEvidence(dir));
  writeDigest(dir);
}

function writeEvidenceAgain(dir: string, evidence: GatheredEvidence): void {
  const lines = [...evidenceLines(evidence)];
  writeText(join(dir, 'exchanges.ndjson.gz'), lines.map((line) => `${line}\n`).join(''));
}

/** The exchange with a number of the fixture, to be changed. */
export function exchangeNumber(
  { exchanges }: Loose<GatheredEvidence>,
  number: number,
): Loose<EvidenceExchange> {
  const found = exchanges[number];
  if (found === undefined) throw new Error(`the fixture holds no exchange ${number}`);
  return found;
}
