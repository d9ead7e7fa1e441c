// Loads what a runner needs while its command still opens the run, and becomes the runner when it is told to.
// Arguments: the runner's script, what it requires, and the modules of the suite that it imports.
import { createRequire } from 'node:module';

const [script, required, ...modules] = process.argv.slice(2);
const load = createRequire(script);

// While it waits it has nothing to save: its command hears of a signal, too, and ends the connection when it ends.
const wait = () => {};
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) process.on(signal, wait);
const end = () => process.exit(0);
process.once('disconnect', end);
// It may have gone before anybody listened.
if (!process.connected) end();

const told = new Promise((resolve) => process.once('message', resolve));
load(required);
for (const module of modules) await import(module);

const { words, environment } = await told;
process.off('disconnect', end);
process.disconnect();
for (const signal of signals) process.off(signal, wait);
Object.assign(process.env, environment);
process.argv = [process.execPath, script, ...words];
load(script);
