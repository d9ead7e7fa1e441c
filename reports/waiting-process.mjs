// Loads what a program needs while something else goes on, and becomes that program when it is told to.
// Arguments: the script of the program, and the modules that it is known to load, as addresses.
import './short-process.cjs';
import { pathToFileURL } from 'node:url';

const [script, ...modules] = process.argv.slice(2);

// While it waits it has nothing to save: whoever started it hears of a signal, too, and ends the connection when it ends.
// One that goes on would have it begin what was interrupted before.
const interrupted = 130;
let [isInterrupted, isTold] = [false, false];
const endWhereTold = () => isInterrupted && isTold && process.exit(interrupted);
const wait = (signal) => {
  isInterrupted = true;
  // It may have come to this process alone.
  if (process.connected) process.send({ stop: signal }, () => endWhereTold());
  else endWhereTold();
};
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) process.on(signal, wait);

// What it is told first counts: a program that was wanted notices by itself who has gone.
const told = new Promise((resolve) => {
  process.once('message', (message) => {
    isTold = true;
    endWhereTold();
    resolve(message);
  });
  const gone = () => resolve(undefined);
  process.once('disconnect', gone);
  // The connection may have ended before anybody listened; what came through it is told before that.
  if (!process.connected) setImmediate(gone);
});
told.then((message) => message ?? process.exit(0));

for (const module of modules) {
  // Where one cannot be loaded, the program itself says so.
  await import(module).catch(() => {});
}

const { words, environment, staysConnected } = await told;
if (process.connected && staysConnected !== true) process.disconnect();
for (const signal of signals) process.off(signal, wait);
Object.assign(process.env, environment);
// In place: whoever imported the list by its name keeps it.
process.argv.splice(1, process.argv.length, script, ...words);
await import(pathToFileURL(script).href);
