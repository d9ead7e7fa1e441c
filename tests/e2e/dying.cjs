// Loaded into the processes of a run: lets the disk of one worker become full, or that worker die, in the middle.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { DYING_WAY: way, DYING_CHOSEN: chosen } = process.env;
const mostBytes = 60_000;

const { openSync, writeSync } = fs;
let evidence;
let written = 0;
let isChosen;
fs.openSync = (path, ...more) => {
  const handle = openSync(path, ...more);
  if (/[\\/]parts[\\/]worker-\d+\.ndjson$/.test(String(path)) && more[0] === 'w') evidence = handle;
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
  if (handle === evidence && written > mostBytes) isChosen ??= isFirst();
  if (handle === evidence && isChosen) {
    if (way === 'death') process.kill(process.pid, 'SIGKILL');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
  }
  const count = writeSync(handle, ...more);
  if (handle === evidence) written += count;
  return count;
};
syncBuiltinESMExports();
