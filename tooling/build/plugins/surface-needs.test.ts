import { readFileSync } from 'node:fs';
import path from 'node:path';
import { claimFaults } from './surface-needs.ts';

type Names = Record<string, { readonly since: string }>;
const { surface } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '..', '..', '..', 'shared', 'surface.json'), 'utf8'),
) as { surface: { version: string; names: Names } }; // our own file
const useSession = '@parlance/shared/session#useSession';
const taken = new Map([[useSession, '/src/a.tsx']]);

test('a claim holds that has every name which is taken', () => {
  expect(claimFaults(surface.version, taken)).toEqual([]);
});

test('a name that came later than what is claimed is told with the file that takes it', () => {
  const names = { ...surface.names, [useSession]: { since: '1.3' } };
  expect(claimFaults('1.3', taken, { version: '1.4', names })).toEqual([]);
  expect(claimFaults('1.2', taken, { version: '1.4', names })).toEqual([
    `/src/a.tsx takes ${useSession}, which is in the surface since 1.3; remote.ts claims 1.2. Claim 1.3, and ship the host before this remote.`,
  ]);
});

test('so is a name that is in no surface, and a claim of one that is not there', () => {
  expect(claimFaults(surface.version, new Map([['react#useEverything', '/src/a.tsx']]))[0]).toContain(
    '/src/a.tsx takes react#useEverything, which is not in shared/surface.json',
  );
  expect(claimFaults('9.0', new Map())[0]).toContain('it claims the surface 9.0');
});
