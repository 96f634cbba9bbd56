/** @jest-environment node */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../testing/texts.ts';

const programs = readdirSync(root).filter((folder) => /^(host|remote-.+|shared)$/.test(folder));
const sources = programs
  .flatMap((folder) =>
    readdirSync(path.join(root, folder, 'src'), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, 'src', file),
    ),
  )
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith(path.join('shared', 'src', 'loading')));
const composed = sources.flatMap((file) => {
  const program = file.split(path.sep)[0]?.replace(/^remote-/, '') ?? '';
  const uses = [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      /\b(?:useComposed|useEditedComposed|useComposedPages)(?:<[^(]*>)?\(\s*(?:'([^']*)')?/g,
    ),
  ];
  return uses.map(([, name]) => ({ file, program, name }));
});

test('what is composed is kept under a name of its program that stands in one place: two loads of one name would show one another’s data', () => {
  expect(composed.length).toBeGreaterThan(20);
  expect(composed.filter(({ name, program }) => name?.startsWith(`${program}/`) !== true)).toEqual([]);
  const names = composed.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
