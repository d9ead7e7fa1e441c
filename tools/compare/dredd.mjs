import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withRequests } from './documents.mjs';
import { openSender } from './requests.mjs';

const answerSchemas = { 'direct-payment': 'DirectPaymentAnswer', 'apm-payment': 'ApmPaymentAnswer' };

/** Path prefix of the plain service; the two payments share a path, so one of them uses the root. */
const plainPrefix = (operation) => (operation === 'apm-payment' ? '' : '/spaces/plain');

async function requestFor(suite, base, prefix, operation) {
  const { path, value } = await openSender(suite, base + prefix).writeOne(operation);
  const answer = answerSchemas[operation];
  // Dredd sends an empty body if the example of a form is a text, so the two searches are also sent in JSON.
  return { prefix, path, body: value, ...(answer === undefined ? {} : { answer }) };
}

function run(folder, words) {
  const bin = join(folder, 'node_modules', 'dredd', 'bin', 'dredd');
  const child = spawn(process.execPath, [bin, ...words], { cwd: folder, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), 240000);
  return new Promise((resolve) => {
    child.on('exit', (status) => {
      clearTimeout(timer);
      resolve(status);
    });
  });
}

/** Paths of failed test cases, each with the first line of the reason. */
function failuresOf(report) {
  const failed = new Map();
  let cases = 0;
  for (const [, attributes, inside = ''] of report.matchAll(
    /<testcase([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    cases += 1;
    const path = /name="[^"]*?(\/[^ "]*)/.exec(attributes)?.[1];
    if (!/<(failure|error)/.test(inside)) continue;
    const reason = /<!\[CDATA\[\s*(?:Message:)?\s*([^\n]*)/.exec(inside)?.[1] ?? 'fails';
    failed.set(path, reason.slice(0, 160));
  }
  return { failed, cases };
}

async function report(folder, name, upstream, document, count) {
  const file = join(folder, `${name}.json`);
  const written = join(folder, `${name}.xml`);
  rmSync(written, { force: true });
  writeFileSync(file, JSON.stringify(document));
  await run(folder, [file, upstream, '--reporter', 'xunit', '--output', written, '--loglevel', 'silent']);
  if (!existsSync(written)) throw new Error('dredd wrote no report');
  const { failed, cases } = failuresOf(readFileSync(written, 'utf8'));
  if (cases !== count) throw new Error(`dredd ran ${cases} of ${count} transactions`);
  return failed;
}

/** Runs Dredd on the plain endpoint, then on it and all faults, each with its own path prefix. */
export async function runDredd({ suite, folder, upstream, sample, operations, note }) {
  const places = [
    ...operations.map((operation) => ({ prefix: plainPrefix(operation), operation })),
    ...sample.map(({ fault }) => ({
      prefix: `/faults/${fault.id}`,
      operation: fault.operation,
      id: fault.id,
    })),
  ];
  const requests = [];
  for (const { prefix, operation } of places)
    requests.push(await requestFor(suite, upstream, prefix, operation));
  const document = suite.buildOpenApi();
  const untouched = withRequests(document, requests.slice(0, operations.length));
  const asIs = await report(folder, 'dredd-as-is', upstream, untouched, operations.length);
  // The endpoint names the charset, the document does not, and Dredd compares types literally.
  const named = withRequests(document, requests, '; charset=utf-8');
  const failed = await report(folder, 'dredd', upstream, named, places.length);

  const reasonAt = ({ prefix, operation }) => failed.get(prefix + suite.operationOf(operation).path);
  const plainReasons = new Map(
    places.filter(({ id }) => id === undefined).map((place) => [place.operation, reasonAt(place)]),
  );
  const caught = new Map();
  for (const place of places) {
    if (place.id === undefined) continue;
    const reason = reasonAt(place);
    caught.set(place.id, reason === plainReasons.get(place.operation) ? undefined : reason);
    note(`dredd ${place.id}: ${caught.get(place.id) ?? '-'}`);
  }
  const reported = [...plainReasons].filter(([, reason]) => reason !== undefined);
  for (const [operation, reason] of reported) note(`dredd plain ${operation}: ${reason}`);
  return {
    caught,
    plain: { all: operations.length, reported: reported.length },
    asIs: { all: operations.length, reported: asIs.size },
  };
}
