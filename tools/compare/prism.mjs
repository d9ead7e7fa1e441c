import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersOnly, xmlAsText } from './documents.mjs';
import { openSender } from './requests.mjs';
import { freePort } from './switchboard.mjs';

async function startProxy({ folder, name, document, upstream }) {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  const port = await freePort();
  const cli = join(folder, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js');
  const words = [cli, 'proxy', file, upstream, '--errors', '--host', '127.0.0.1', '--port', String(port)];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  await new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`prism did not start: ${said.slice(-400)}`)), 60000);
    const listen = (chunk) => {
      if (said.length < 1e5) said += chunk;
      if (/is listening/.test(said)) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', () => reject(new Error(`prism ended: ${said.slice(-400)}`)));
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill('SIGTERM') };
}

/** Errors and warnings of the proxy about an answer; empty if there are none. */
function violationsOf({ status, headers, text }) {
  if (status === 0) return ['no answer'];
  const listed = headers['sl-violations'];
  // If the list is too long for a header, the proxy writes a text with the first violation instead.
  if (listed?.startsWith('[') === false) return [listed.slice(0, 160)];
  if (listed !== undefined)
    return JSON.parse(listed).map(
      ({ location = [], code, message }) => `${location.join('.')} ${code ?? message}`,
    );
  // The proxy replaces an answer that it cannot read by a problem document.
  return /^application\/problem\+json/.test(headers['content-type'] ?? '') ? [JSON.parse(text).type] : [];
}

async function listen(suite, proxy, operation) {
  const complaints = new Set();
  const answers = { all: 0, reported: 0 };
  const sender = openSender(suite, proxy.url, (step, answer) => {
    const found = violationsOf(answer);
    answers.all += 1;
    if (found.length > 0) answers.reported += 1;
    for (const one of found) complaints.add(`${step}: ${one}`);
  });
  await sender.sendAll(operation);
  return { complaints, answers };
}

async function round(suite, proxy, board, operations) {
  const plain = new Map();
  for (const operation of operations) {
    board.switchTo('/spaces/plain');
    plain.set(operation, await listen(suite, proxy, operation));
  }
  return plain;
}

const total = (plain) =>
  [...plain.values()].reduce(
    (sum, { answers }) => ({ all: sum.all + answers.all, reported: sum.reported + answers.reported }),
    { all: 0, reported: 0 },
  );

/** Runs the validating proxy on the plain endpoint and on each fault. */
export async function runPrism({ suite, folder, board, sample, operations, note }) {
  const document = answersOnly(suite.buildOpenApi());
  const asIs = await startProxy({ folder, name: 'answers', document, upstream: board.url });
  const plainAsIs = await round(suite, asIs, board, operations).finally(asIs.stop);
  const proxy = await startProxy({
    folder,
    name: 'answers-xml-as-text',
    document: xmlAsText(document),
    upstream: board.url,
  });
  try {
    const plain = await round(suite, proxy, board, operations);
    const caught = new Map();
    for (const { fault } of sample) {
      board.switchTo(`/faults/${fault.id}`);
      const { complaints } = await listen(suite, proxy, fault.operation);
      const known = plain.get(fault.operation).complaints;
      const fresh = [...complaints].filter((one) => !known.has(one));
      caught.set(fault.id, fresh.length > 0 ? fresh[0] : undefined);
      note(`prism ${fault.id}: ${fresh[0] ?? '-'}`);
    }
    return {
      caught,
      plain: total(plain),
      asIs: total(plainAsIs),
      complaints: [...plain.values()].flatMap(({ complaints }) => [...complaints]),
    };
  } finally {
    proxy.stop();
  }
}
