import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run } from '../workspace.ts';

type Diagnostics = { diagnostics: { code: string; filename: string }[] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-cycles-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The files in which the lint of this workspace finds a cycle. */
async function filesInCycles(sources: Readonly<Record<string, string>>): Promise<string[]> {
  for (const [file, source] of Object.entries(sources)) writeFileSync(path.join(folder, file), source);
  const { output } = await run(process.execPath, [
    path.join(root, 'node_modules/oxlint/bin/oxlint'),
    '-c',
    path.join(root, '.oxlintrc.json'),
    '--format',
    'json',
    folder,
  ]);
  const { diagnostics } = JSON.parse(output) as Diagnostics; // oxlint --format json
  return diagnostics
    .filter(({ code }) => code === 'import(no-cycle)')
    .map(({ filename }) => path.basename(filename))
    .sort();
}

test('lint refuses files that import each other, also by way of a third', async () => {
  const found = await filesInCycles({
    'routes.ts': `import { email } from './email.ts'; export const routes = [email];`,
    'email.ts': `import { profile } from './profile.ts'; export const email = profile;`,
    'profile.ts': `import { routes } from './routes.ts'; export const profile = () => routes;`,
    'beside.ts': `export { routes } from './routes.ts';`,
  });
  expect(found).toEqual(['email.ts', 'profile.ts', 'routes.ts']);
});

test('and lets types through, which nothing loads', async () => {
  const found = await filesInCycles({
    'routes.ts': `import { email } from './email.ts'; export type Route = string; export const routes: Route[] = [email];`,
    'email.ts': `import type { Route } from './routes.ts'; export const email: Route = 'email';`,
  });
  expect(found).toEqual([]);
});
