// The processes of a run live for seconds: most of what the engine would compile with all its care is used no more by then.
// Loaded first by each of them. Version 11 of the engine (Node 20) takes this flag; later ones weigh by themselves, and know no such flag.
'use strict';

const { setFlagsFromString } = require('node:v8');

if (process.versions.v8.startsWith('11.')) setFlagsFromString('--interrupt-budget=500000');
