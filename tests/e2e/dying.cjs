// Loaded into the processes of a run: lets the disk of one worker become full, or that worker die, in the middle.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { DYING_WAY: way, DYING_CHOSEN: chosen, DYING_AFTER: mostBytes = 60_000 } = process.env;

const { openSync, writeSync } = fs;
// The evidence of the worker and that of each of its tests.
const evidence = new Set();
let written = 0;
let isChosen;
fs.openSync = (path, ...more) => {
  const handle = openSync(path, ...more);
  if (more[0] === 'w')
    if (/[\\/]parts[\\/](?:worker|test)-[^\\/]+\.ndjson$/.test(String(path))) evidence.add(handle);
    else evidence.delete(handle);
  return handle;
};

/** Tells whether this worker is the first one that has written so much. */
function isFirst() {
  try {
    fs.closeSync(openSync(chosen, 'wx'));
    return true;
  } catch {
    return false;
  }
}

fs.writeSync = (handle, ...more) => {
  if (evidence.has(handle) && written > mostBytes) isChosen ??= isFirst();
  if (evidence.has(handle) && isChosen) {
    if (way === 'death') process.kill(process.pid, 'SIGKILL');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
  }
  const count = writeSync(handle, ...more);
  if (evidence.has(handle)) written += count;
  return count;
};
syncBuiltinESMExports();
