// Invalid command lines, derived from the help of each command, and invalid target files.

/** Values that an option refuses, by name; for other options only a missing value is tried. */
const refused = {
  '--seed': ['x', '-1', '1.5', '99999999999'],
  '--runs': ['0', 'x'],
  '--workers': ['0', '65'],
  '--count': ['0', 'x'],
  '--port': ['x', '65536'],
  '--latency': ['x', '-1'],
  '--status': ['x', '99'],
  '--operation': ['refunds', ''],
  '--profile': ['cj'],
  '--warnings': ['fial'],
  '--kind': ['valid-ish'],
  '--orders': ['some'],
  '--signing': ['md5'],
  '--merchant': [':'],
  '--evidence': ['stat'],
  '--case': ['no such case'],
  '--edit': ['no-equals-sign'],
  '--fault': ['refund-reference-id-three-digit'],
  '--freedom': ['busi', 'busy=7'],
  '--services': ['many'],
  '--service-seed': ['-1'],
  '--misfit': ['wrong-kee'],
  '--hostile': ['silense'],
  '--acquirer': ['quite'],
  '--shard': ['3/2', 'x'],
  '--grep': ['('],
  '--target': ['missing.json', 'empty.json', 'list.json', 'cut.json'],
  '--sign-key': ['missing.pem', 'empty.json'],
  '--key': ['missing.pem'],
  '--load': ['missing.json', 'list.json'],
  '--request': ['missing.json'],
  '--baseline': ['missing.json', 'list.json'],
  '--from': ['missing'],
  '--environment': ['production'],
  '--allow': ['everything'],
  '--base-url': ['gateway'],
  '--currencies': ['EURO'],
  '--host': ['256.0.0.1'],
  '--expires': ['tomorrow'],
};

/** The valid target file from which the invalid ones derive, each with one error. */
const right = {
  name: 'a service',
  environment: 'sandbox',
  // Nothing listens on the discard port, so a file that is accepted by mistake reaches no service.
  baseUrl: 'http://127.0.0.1:9',
  merchant: { merchant_id: '100001', account_id: '100001001' },
  signing: { recipe: 'none' },
  allow: ['reads'],
};
const without = (name) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
const wrongTargets = {
  empty: '',
  list: [],
  cut: '{"name": "a service",',
  text: '"a service"',
  'unknown-key': { ...right, merchnt: {} },
  'no-name': without('name'),
  'no-environment': without('environment'),
  'no-address': without('baseUrl'),
  'no-merchant': without('merchant'),
  'no-signing': without('signing'),
  'no-allow': without('allow'),
  'unknown-environment': { ...right, environment: 'production' },
  'unknown-effect': { ...right, allow: ['everything'] },
  'unknown-recipe': { ...right, signing: { recipe: 'md5' } },
  'number-as-name': { ...right, name: 7 },
  'address-without-scheme': { ...right, baseUrl: 'sandbox.example.com' },
  'address-of-files': { ...right, baseUrl: 'file:///etc' },
  'address-with-password': { ...right, baseUrl: 'http://user:word@127.0.0.1:9' },
  'no-key': { ...right, signing: { recipe: 'hmac-sha256' } },
  'unset-variable': { ...right, signing: { recipe: 'hmac-sha256', key: { env: 'NO_SUCH_VARIABLE' } } },
  'key-in-file': { ...right, signing: { recipe: 'hmac-sha256', key: 'plain' } },
  'no-module': { ...right, signing: { recipe: 'module', module: 'missing.mjs' } },
  'module-without-sign': { ...right, signing: { recipe: 'module', module: 'nothing.mjs' } },
  'missing-cards': { ...right, cards: { file: 'missing.json' } },
  'card-without-date': { ...right, cards: [{ card: '4111111111111111' }] },
  'card-of-letters': { ...right, cards: [{ card: 'four', expiration_month: '12', expiration_year: '2035' }] },
  'bad-currency': { ...right, currencies: ['EURO'] },
  'negative-limit': { ...right, limits: { requests: -1 } },
  'text-as-limit': { ...right, limits: { requestsPerSecond: 'ten' } },
  'unknown-limit': { ...right, limits: { request: 10 } },
  'unknown-capability': { ...right, capabilities: { refunds: false } },
  'unknown-encoding': { ...right, encodings: { refund: { encoding: 'yaml' } } },
  'missing-authority': { ...right, tls: { ca: 'missing.pem' } },
  'missing-deviations': { ...right, deviations: 'missing.json' },
  'header-with-line-end': { ...right, headers: { 'X-Key': 'one\ntwo' } },
  'right-but-dead': right,
};

/** Files that the folder of the command lines needs, by name. */
export const wrongFiles = {
  'nothing.mjs': 'export {};\n',
  ...Object.fromEntries(
    Object.entries(wrongTargets).map(([name, value]) => [
      `${name}.json`,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ),
};

/** The commands in the output of --help. */
export const commandsIn = (help) =>
  [...help.split('\nCommands:\n')[1].matchAll(/^ {2}([a-z][\w-]*)/gm)]
    .map(([, name]) => name)
    .filter((name) => name !== 'help');

/** The options in the help of a command: name, and whether each requires a value. */
function optionsIn(help) {
  const [, list = ''] = help.split('\nOptions:\n');
  return [...list.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)(?: (<)?)?/gm)].map(([, name, wants]) => ({
    name,
    wantsValue: wants !== undefined,
  }));
}

/** The operands of each command that are needed to reach its options. */
const operands = {
  generate: ['refund'],
  judge: ['missing.har'],
  verify: ['missing'],
  sign: ['missing'],
  diff: ['missing', 'missing'],
  report: ['missing'],
  clauses: ['refund'],
};

/** The command lines to try for one command, derived from its help. */
export function linesOf(command, help) {
  const given = operands[command] ?? [];
  const options = optionsIn(help).filter(({ name }) => name !== '--help');
  const values = options.flatMap(({ name, wantsValue }) => [
    ...(wantsValue ? [[command, ...given, name]] : []),
    ...(refused[name] ?? []).map((value) => [command, ...given, name, value]),
  ]);
  const hasTarget = options.some(({ name }) => name === '--target');
  const targets = command === 'run' ? Object.keys(wrongTargets) : ['unknown-key', 'no-merchant', 'no-module'];
  return [
    [command, '--help'],
    [command, ...given, '--no-such-option'],
    ...(given.length > 0 ? [[command], [command, ...given]] : []),
    [command, ...given, 'one', 'too', 'many'],
    ...values,
    ...(hasTarget ? targets.map((name) => [command, ...given, '--target', `${name}.json`]) : []),
  ];
}

/** Command lines without a valid command. */
export const linesOfNone = [
  [],
  ['--help'],
  ['--no-such-option'],
  ['verfy'],
  ['-x'],
  ['help', 'verfy'],
  ['run', '-h', 'x'],
];
