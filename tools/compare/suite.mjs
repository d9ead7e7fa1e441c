import { build } from '../build.mjs';

const modules = {
  buildOpenApi: 'schemas/openapi.js',
  operationOf: 'schemas/operations.js',
  encodeForm: 'schemas/media/form.js',
  decodeXml: 'schemas/media/xml.js',
  defaultContext: 'generators/context.js',
  batchOf: 'generators/orders.js',
  sampleOne: 'generators/seed.js',
  sample: 'generators/seed.js',
  validRequest: 'generators/valid.js',
  startMock: 'mock/server.js',
  signatureOf: 'mock/signature.js',
  faults: 'mock/faults/registry.js',
  admissionFaults: 'mock/faults/admission.js',
  batchFaults: 'mock/faults/batches.js',
  crashFaults: 'mock/faults/statuses.js',
  dateFaults: 'mock/faults/dates.js',
  identityFaults: 'mock/faults/identity.js',
  limitFaults: 'mock/faults/batches.js',
  mediaFaults: 'mock/faults/media.js',
  redirectBrowserFaults: 'mock/faults/redirect.js',
  redirectPageFaults: 'mock/faults/redirect.js',
  searchFaults: 'mock/faults/searches.js',
  statusFaults: 'mock/faults/statuses.js',
  xmlMediaFaults: 'mock/faults/media.js',
  runProof: 'proof/run-proof.js',
  suiteVersion: 'targets/suite-version.js',
};

const ownDist = new URL('../../dist/modules/', import.meta.url);

/** Loads the modules for a comparison from the compiled suite; compiles it first unless another folder is given. */
export async function loadSuite(dist = ownDist) {
  if (dist === ownDist) build();
  const loaded = await Promise.all(
    Object.entries(modules).map(async ([name, file]) => {
      const module = await import(new URL(file, dist).href);
      if (!(name in module)) throw new Error(`${file} exports no ${name}`);
      return [name, module[name]];
    }),
  );
  return Object.fromEntries(loaded);
}
