import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** A checkout of which files can be changed. */
const copy = mkdtempSync(path.join(tmpdir(), 'parlance-container-'));
afterAll(() => rmSync(copy, { recursive: true }));

type Config = { readonly output: { readonly uniqueName: string } };
type Base = { remoteConfig(options: { directory: string; declaration: object }): Config };
let containerName: () => string;

beforeAll(async () => {
  for (const place of [
    'tooling/build/plugins',
    'tooling/build/programs.ts',
    'tooling/build/shared-modules.ts',
    'shared/src',
    'shared/package.json',
    'shared/surface.json',
  ])
    cpSync(path.join(root, place), path.join(copy, place), { recursive: true });
  for (const place of ['node_modules', 'shared/node_modules'])
    symlinkSync(path.join(root, place), path.join(copy, place));
  const directory = path.join(copy, 'remote-made');
  mkdirSync(path.join(directory, 'src'), { recursive: true });
  writeFileSync(path.join(directory, 'package.json'), '{ "version": "1.0.0" }');
  writeFileSync(path.join(directory, 'src', 'app.tsx'), '');
  const { remoteConfig } = (await import(pathToFileURL(path.join(copy, 'tooling/build/programs.ts')).href)) as Base; // webpack has its own types for it
  containerName = () =>
    remoteConfig({ directory, declaration: { name: 'made', surface: '1.0', screens: [] } }).output.uniqueName;
});

test.each([
  'remote-made/src/app.tsx',
  'shared/src/ui/page.tsx',
  'tooling/build/programs.ts',
  'tooling/build/shared-modules.ts',
  'tooling/build/plugins/pinned-chunks.ts',
  'tooling/build/plugins/left-out.ts',
])('a remote built with another %s has another container', (file) => {
  const before = containerName();
  expect(containerName()).toBe(before);
  appendFileSync(path.join(copy, file), '\n');
  expect(containerName()).not.toBe(before);
});

test.each([
  'remote-made/src/app.test.tsx',
  'remote-made/jest.config.mjs',
  'shared/src/testing/browser-setup.mjs',
  'tooling/build/plugins/check-declaration.test.ts',
  'tooling/tsconfig.json',
])('what only tests it, as %s, leaves its container’s name as it is', (file) => {
  const before = containerName();
  appendFileSync(path.join(copy, file), '\n');
  expect(containerName()).toBe(before);
});
