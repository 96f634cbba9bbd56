/** @jest-environment node */
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
// The root's table, loaded as lint loads it.
import { houseRules, importTable } from '../../../tooling/lint/imports.ts';
import { root } from './texts.ts';

const linter = new Linter({ configType: 'flat', cwd: root });
function messagesFor(file: string, source: string): string[] {
  const messages = linter.verify(
    source,
    [
      {
        files: ['**/*.{ts,tsx}'],
        languageOptions: { parser: tseslint.parser },
        plugins: { house: houseRules },
        rules: { 'house/who-may-import-whom': 'error', 'house/no-barrels': 'error' },
      },
    ],
    { filename: `${root}${file}` },
  );
  return messages.map((it) => it.message);
}

describe('who may import whom: every row bites', () => {
  it.each(importTable)('$rule', ({ rule, refuses, allows }) => {
    expect(messagesFor(...refuses)).toEqual(expect.arrayContaining([expect.stringContaining(rule)]));
    expect(messagesFor(...allows)).toEqual([]);
  });

  it.each(['login', 'form', 'first-paint', 'first-paint/ahead', 'first-paint/early'])(
    'in each folder whose code the pages without a schema library load: host/src/%s',
    (folder) => {
      const [refused, allowed] = ['values/language', 'values/language-tags'].map((module) =>
        messagesFor(`host/src/${folder}/a.ts`, `import { languages } from '@parlance/shared/contract/${module}';`),
      );
      expect(refused).toEqual([expect.stringContaining('load no schema library')]);
      expect(allowed).toEqual([]);
    },
  );

  it('however an import is written', () => {
    const rule = expect.stringContaining('remotes and host never import each other');
    for (const source of [
      `await import('@parlance/host');`,
      `export { x } from '@parlance/host';`,
      `import type { X } from '@parlance/host';`,
    ]) {
      expect(messagesFor('remote-chat/src/app.tsx', source)).toEqual([rule]);
    }
  });

  it('knows the whole of a module by a namespace import', () => {
    expect(
      messagesFor('host/src/screens/error/error.tsx', `import * as http from '@parlance/shared/http';`),
    ).toHaveLength(1);
    expect(
      messagesFor('host/src/screens/error/error.tsx', `import { failureKey } from '@parlance/shared/http';`),
    ).toEqual([]);
  });
});

it('no file is a barrel or a shelf', () => {
  for (const name of ['index.ts', 'utils.ts', 'helper.tsx', 'common.ts'])
    expect(messagesFor(`shared/src/ui/${name}`, 'const a = 1;')).toHaveLength(1);
  expect(messagesFor('shared/src/ui/page.ts', `export * from './frame.ts';`)).toHaveLength(1);
  expect(messagesFor('remote-admin/src/screens/user-group-manager/user-group-manager.tsx', 'const a = 1;')).toEqual([]);
});
