import { describe, expect, test } from 'vitest';
import { forbiddenImports } from './imports.ts';
import { rooms, sourceFiles } from './source-files.ts';

describe('imports between rooms', () => {
  for (const room of rooms) {
    test(`${room} imports only what the table allows`, () => {
      const files = sourceFiles(room);
      expect(files.length).toBeGreaterThan(0);
      expect(forbiddenImports(files)).toEqual([]);
    });
  }

  test('names the file that imports against the table', () => {
    const text = "import { startMock } from '../mock/server.ts';";
    expect(forbiddenImports([{ room: 'specs', path: 'specs/refund.spec.ts', text }])).toEqual([
      'specs/refund.spec.ts imports mock/server.ts; specs may import schemas, generators, targets, reports, opening.',
    ]);
  });

  test('names the file that passes the face of a closed folder', () => {
    const text = "import { parseCents } from '../../generators/values/money.ts';";
    expect(forbiddenImports([{ room: 'specs', path: 'specs/support/pay.ts', text }])).toEqual([
      'specs/support/pay.ts imports generators/values/money.ts from a closed folder; use a file in generators/ itself.',
    ]);
  });

  test('sees dynamic imports and side-effect imports', () => {
    const text = "await import('../cli/run.ts');\nimport '../cli/main.ts';";
    expect(forbiddenImports([{ room: 'reports', path: 'reports/evidence.ts', text }])).toHaveLength(2);
  });
});
