import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import type { Certification } from '../../schemas/certification.ts';
import { given } from '../../schemas/given.ts';
import { readCertificationFile } from '../../targets/certification-file.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readTargetFile } from '../../targets/target-file.ts';
import type { Ask } from '../terminal-ask.ts';

/** The questions of a certification file, in the order in which they are asked; an empty answer leaves the key out. */
const questions = {
  productName: 'Name of the product that is certified',
  productVersion: 'Its version or build',
  productEnvironment: 'Where it runs, for example the name of the test system',
  vendor: 'Who makes or operates it',
  testerName: 'Name of the tester',
  organisation: 'Organisation or laboratory of the tester',
  accreditation: 'Accreditation, with its number and who granted it',
  purpose: 'What the certificate is for',
  validUntil: 'Last day of validity, as in 2027-12-31',
  contact: 'Where a reader may ask; it is printed, so name an office',
} as const;

type Answers = { readonly [Key in keyof typeof questions]?: string | undefined };

async function askAll(ask: Ask): Promise<Answers> {
  const answers: Record<string, string> = {};
  for (const [key, text] of Object.entries(questions)) {
    const answer = (await ask(`${text} [not stated]: `)).trim();
    if (answer !== '') answers[key] = answer;
  }
  return answers;
}

function filled<Part extends object>(part: Part): Part | undefined {
  return Object.keys(part).length === 0 ? undefined : part;
}

function certificationOf(answers: Answers): Certification {
  const { productName, productVersion, productEnvironment, testerName, organisation, accreditation } =
    answers;
  const { vendor, purpose, validUntil, contact } = answers;
  const product = given({ name: productName, version: productVersion, environment: productEnvironment });
  const tester = given({ name: testerName, organisation, accreditation });
  return given({ tester: filled(tester), vendor, product: filled(product), purpose, validUntil, contact });
}

/** A target file that names its certification file, its own layout and comments kept. */
function naming(text: string, name: string): string {
  const edits = modify(text, ['certification'], `./${name}`, {
    formattingOptions: { insertSpaces: true, tabSize: 2 },
  });
  return applyEdits(text, edits);
}

/** Asks who certifies what, writes it beside a target file, and names it there; without anybody to ask, every key is left to be filled in. */
export async function addCertification(target: string, ask: Ask | undefined): Promise<readonly string[]> {
  readTargetFile(target);
  const name = `${basename(target).replace(/(?:\.target)?\.json$/, '')}.certification.json`;
  const file = join(dirname(resolve(target)), name);
  if (existsSync(file)) throw new ConfigurationError(`${file} exists already; nothing was changed.`);
  const content = ask === undefined ? {} : certificationOf(await askAll(ask));
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`, { flag: 'wx' });
  try {
    readCertificationFile(file);
  } catch (error) {
    rmSync(file);
    throw error;
  }
  writeFileSync(target, naming(readFileSync(target, 'utf8'), name));
  return [
    `Wrote ${file}, and named it in ${target} under "certification".`,
    'Whatever it leaves out, the certificate calls "not stated"; it may hold tester, vendor, product, purpose, validUntil, contact.',
  ];
}
