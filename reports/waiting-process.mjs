// Loads what a program needs while something else goes on, and becomes that program when it is told to.
// Arguments: the script of the program, and the modules that it is known to load, as addresses.
import { pathToFileURL } from 'node:url';

const [script, ...modules] = process.argv.slice(2);

// While it waits it has nothing to save: whoever started it hears of a signal, too, and ends the connection when it ends.
const wait = () => {};
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) process.on(signal, wait);
const end = () => process.exit(0);
process.once('disconnect', end);
// It may have gone before anybody listened.
if (!process.connected) end();

const told = new Promise((resolve) => process.once('message', resolve));
for (const module of modules) {
  // Where one cannot be loaded, the program itself says so.
  await import(module).catch(() => {});
}

const { words, environment } = await told;
process.off('disconnect', end);
process.disconnect();
for (const signal of signals) process.off(signal, wait);
Object.assign(process.env, environment);
// In place: whoever imported the list by its name keeps it.
process.argv.splice(1, process.argv.length, script, ...words);
await import(pathToFileURL(script).href);
