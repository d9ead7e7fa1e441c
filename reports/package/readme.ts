import { commandStart } from '../../schemas/command-line.ts';
import { certificateNumber, stated, verdictWords } from '../certificate/identity.ts';
import type { Statement } from '../statement/format.ts';

/** Names of the files of a package beside its evidence. */
export const packageFiles = {
  readme: 'README.txt',
  pdf: 'certificate.pdf',
  target: 'target.json',
  digest: 'package.sha256.json',
  evidence: 'evidence/',
} as const;

function wrapped(text: string, width = 78): readonly string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function rows(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...pairs.map(([label]) => label.length));
  return pairs.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
}

/** What the reader of a package has to know: plain text, made from the statement alone. */
export function packageReadme(statement: Statement): string {
  const { certification, target, run, suite } = statement;
  const lines = [
    'Certificate of conformance: payment acquiring interface',
    '',
    ...rows([
      ['Number', certificateNumber(statement)],
      ['Result', verdictWords(statement)],
      ['Product', stated([certification?.product?.name, certification?.product?.version])],
      ['Vendor', stated([certification?.vendor])],
      ['Tester', stated([certification?.tester?.name, certification?.tester?.organisation])],
      ['Target', `${target.name} (${target.environment})`],
      ['Run', `${run.startedAt} to ${run.endedAt}`],
      ['Valid until', stated([certification?.validUntil])],
      ['Suite', `${suite.version}, commit ${suite.commit}`],
    ]),
    '',
    'What is in this package',
    '',
    ...rows([
      [packageFiles.pdf, 'the certificate for printing, with every requirement and its verdict'],
      ['evidence/certificate.html', 'the same certificate as a page'],
      ['evidence/conformance.json', 'the statement: everything that the certificate says, as data'],
      ['evidence/exchanges.ndjson', 'every request and answer, masked, with its judgement'],
      ['evidence/evidence.sha256.json', 'digests of all evidence, and its signatures'],
      [packageFiles.target, 'what the run knew of the service, without secrets'],
      [packageFiles.digest, 'digests of everything in this package, and its signatures'],
    ]),
    '',
    'How to verify it',
    '',
    `    ${commandStart} certificate verify FILE.zip --key KEY.pub.pem`,
    '',
    ...wrapped(
      'compares every file with its digest, checks the signatures, judges every stored exchange again and makes every report again from them, offline. The PDF is compared with its digest alone. Take the public key from somebody whom you trust, never from whoever sent the package.',
    ),
    '',
    'What a signature shows',
    '',
    ...wrapped(
      'That the holder of the private key had exactly this package or evidence, byte for byte. It does not show that the run took place as described, that the service was the product named above, or that the holder is who the certificate says: for that, ask the tester.',
    ),
  ];
  return `${lines.join('\n')}\n`;
}
