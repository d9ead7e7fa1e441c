import { spawnSync } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { curlOf } from '../../reports/exports/repeat.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { judged, type Parts } from './hand-made.ts';

beforeEach(() => startRedaction({ seed: 7, origins: { 'http://127.0.0.1:41234': 'embedded' } }));

function commandFor(sent: NonNullable<Parts['sent']>): string {
  return curlOf(redactExchange(judged({ sent })));
}

/** Pastes a command into a shell whose curl prints its arguments and what it reads. */
function paste(
  command: string,
  env: Record<string, string> = {},
): { args: string[]; body: string; errors: string } {
  const curl = `curl() { printf '%s\\036' "$@"; printf '\\035'; cat; }`;
  const run = spawnSync('sh', ['-c', `${curl}\n${command}\n`], {
    env: { PATH: process.env.PATH ?? '', ...env },
    encoding: 'utf8',
  });
  const [args = '', body = ''] = run.stdout.split('\u001d');
  return { args: args.split('\u001e').slice(0, -1), body, errors: run.stderr };
}

// What curl itself does with standard input.
const received = ({ args, body }: ReturnType<typeof paste>) =>
  args.includes('--data') ? body.replaceAll(/[\r\n]/g, '') : body;

describe('curlOf', () => {
  test.each<[string, JsonValue]>([
    ['plain', { order_no: 'A1' }],
    ['dollars, backslashes and backticks', { note: `$HOME \${X} $(id) \`id\` \\ \\n "q" 's' !x` }],
    ['line ends in values', { note: 'a\nb\r\nc' }],
    ['other scripts', { note: 'Ünï 漢字 🙂' }],
    ['a line that ends documents', { note: 'BODY' }],
    ['the marker of variables', { note: 'SHELLVARIABLE9ENDVARIABLE' }],
  ])('sends a body with %s as it was', (_what, value) => {
    const pasted = paste(commandFor({ value }));
    expect(pasted.errors).toBe('');
    expect(JSON.parse(received(pasted))).toEqual(value);
  });

  test('sends a body of several lines as it was', () => {
    const body = '{\n  "order_no": "A1",\r\n  "note": "BODY\n"\n}';
    expect(received(paste(commandFor({ body, value: {} })))).toBe(body);
  });

  test('sends an empty body', () => {
    expect(paste(commandFor({ body: '', value: '' })).args.slice(-2)).toEqual(['--data', '']);
  });

  test('sends method, address and Content-Type as they were', () => {
    const url = "https://sandbox.example/v1/refund?a=it's";
    const { args } = paste(
      commandFor({ url, method: 'PUT', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
    );
    expect(args.slice(0, 6)).toEqual([
      '-sS',
      '-X',
      'PUT',
      url,
      '-H',
      'Content-Type: application/x-www-form-urlencoded',
    ]);
  });

  test('takes secrets from the shell and says so', () => {
    const command = commandFor({
      value: { card: '4000056655665556', security_code: '917', token_id: '', order_no: '$A' },
    });
    expect(command.split('\n')[0]).toBe(
      '# Set first, since secrets are not written down: CARD, SECURITY_CODE.',
    );
    const sent = received(paste(command, { CARD: '4111$X`id`', SECURITY_CODE: '123' }));
    expect(JSON.parse(sent)).toEqual({
      card: '4111$X`id`',
      security_code: '123',
      token_id: '',
      order_no: '$A',
    });
  });

  test('runs without a signature of its own, and with one', () => {
    const command = commandFor({ value: { encryption_data: 'AB'.repeat(32) } });
    expect(command).toMatch(/^# Stand-ins are used unless set: ENCRYPTION_DATA\.\n/);
    expect(JSON.parse(received(paste(command))).encryption_data).toMatch(/^[0-9A-F]{64}$/);
    expect(JSON.parse(received(paste(command, { ENCRYPTION_DATA: 'x' })))).toEqual({ encryption_data: 'x' });
  });

  const signed = {
    signed: true,
    value: { order_no: 'A1', card: '4000056655665556', encryption_data: 'AB'.repeat(32) },
  };

  test('signs what is signed anew, by the target file', () => {
    const npx = `npx() { printf '%s ' "$@" >&2; sed 's/"encryption_data":"[^"]*"/"encryption_data":"S"/'; }`;
    const { args, body, errors } = paste(`${npx}\n${commandFor(signed)}`, { CARD: '4111' });
    expect(args.slice(-2)).toEqual(['--data-binary', '@-']);
    expect(JSON.parse(body)).toEqual({ order_no: 'A1', card: '4111', encryption_data: 'S' });
    expect(errors).toBe(
      'payment-acquiring-conformance generate refund --body - --target conformance.target.json ',
    );
    const mine = paste(`${npx}\n${commandFor(signed)}`, { CARD: '4111', TARGET: "it's mine.json" });
    expect(mine.errors).toContain("--target it's mine.json ");
  });

  test('signs for the embedded endpoint, whatever target file lies in the folder', () => {
    const command = commandFor({ ...signed, url: 'http://127.0.0.1:41234/v1/refund' });
    expect(command).toContain(
      'npx payment-acquiring-conformance generate refund --body - --target embedded <<BODY |',
    );
  });

  test('leaves a request without a signature as it is', () => {
    expect(commandFor({ signed: true, value: { order_no: 'A1' } })).not.toContain('generate');
  });

  test('takes headers with a credential from the shell', () => {
    const headers = { 'content-type': 'application/json', authorization: '$OUR_TOKEN', 'x-tenant': 'blue' };
    const command = commandFor({ headers, value: { order_no: 'A1' } });
    expect(command.split('\n')[0]).toBe('# Set first, since secrets are not written down: AUTHORIZATION.');
    const { args } = paste(command, { AUTHORIZATION: 'Bearer x' });
    expect(args).toContain('authorization: Bearer x');
    expect(args).toContain('x-tenant: blue');
  });

  test('gives different values of one name different variables', () => {
    const command = commandFor({
      value: {
        a: { card: '4000056655665556' },
        b: { card: '5555555555554444' },
        c: { card: '4000056655665556' },
      },
    });
    const sent = JSON.parse(received(paste(command, { CARD: '1', CARD_2: '2' })));
    expect(sent).toEqual({ a: { card: '1' }, b: { card: '2' }, c: { card: '1' } });
  });

  test.each([
    [
      'a form',
      'merchant_id=1&encryption_data=abcdef&note=a%20%24b',
      /^merchant_id=1&encryption_data=S&note=a%20%24b$/,
    ],
    [
      'XML',
      '<r><card>4000056655665556</card><note>a &amp; b</note></r>',
      /^<r><card>C<\/card><note>a &amp; b<\/note><\/r>$/,
    ],
  ])('takes secrets out of %s', (_what, body, expected) => {
    expect(received(paste(commandFor({ body, value: {} }), { ENCRYPTION_DATA: 'S', CARD: 'C' }))).toMatch(
      expected,
    );
  });

  test('starts the embedded endpoint at its own address', () => {
    const command = commandFor({ url: 'http://127.0.0.1:41234/v1/refund' });
    expect(command).toContain(
      '# Start the endpoint first: npx payment-acquiring-conformance mock --port 8080',
    );
    expect(paste(command).args[3]).toBe('http://127.0.0.1:8080/v1/refund');
    expect(paste(command, { BASE_URL: 'http://127.0.0.1:9' }).args[3]).toBe('http://127.0.0.1:9/v1/refund');
  });

  test('keeps a long body whole', () => {
    const value = { orders: Array.from({ length: 3000 }, (_, index) => ({ order_no: `ORDER-${index}` })) };
    expect(JSON.parse(received(paste(commandFor({ value }))))).toEqual(value);
  });
});

describe('a request to the embedded endpoint', () => {
  test('is printed behind the start of the endpoint as it was in the run', () => {
    const sent = { url: 'http://127.0.0.1:41234/v1/refund', value: { order_no: 'ORDER-A' } };
    const place = { endpoint: ['--signing', 'hmac-sha256', '--fault', 'a-fault'] };
    const text = curlOf(redactExchange(judged({ sent })), place);
    expect(text).toContain('mock --port 8080 --signing hmac-sha256 --fault a-fault\n');
    expect(text.match(/^curl -sS -X/gm)).toHaveLength(1);
  });

  test('signs by the target file that the run had, as a request to a service does', () => {
    const sent = {
      value: { encryption_data: 'ab'.repeat(32) },
      signed: true,
      url: 'https://sandbox.example/v1/refund',
    };
    const made = redactExchange(judged({ sent }));
    expect(curlOf(made, { target: "it's mine.json" })).toContain("--target 'it'\\''s mine.json'");
    expect(curlOf(made)).not.toContain('mock --port');
  });
});
