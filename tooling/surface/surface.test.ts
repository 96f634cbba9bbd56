import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compare, type List } from './compare.ts';
import { sourceExports, type Exports } from './exports.ts';
import { compareSurface, isVersionWritten, readSurface } from './surface-file.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-surface-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('shared/surface.json says what the code gives; what changed is named here, and `npm run surface` writes it', () => {
  const { surface, tiers } = compareSurface(readSurface());
  for (const { added, broken } of [surface, ...Object.values(tiers)]) expect([...broken, ...added]).toEqual([]);
  expect(isVersionWritten(readSurface())).toBe(true);
});

function exportsOf(source: string): Exports {
  const file = path.join(folder, 'module.tsx');
  writeFileSync(file, source);
  return sourceExports(file);
}
const given = (source: string) => new Map([['m', exportsOf(source)]]);
const first = (source: string): List => compare({ version: '1.3', names: {} }, given(source)).list;

test('of a module stand its functions with their types, its types and components part by part, without comments', () => {
  expect(
    Object.fromEntries(
      exportsOf(`
    type Props = { /** Above. */ readonly title: string; readonly children?: ReactNode };
    export function Page({ title, children = null }: Props) { return title; }
    export async function load<T>(path: string, { signal }: Options = {}): Promise<T> { return work(); }
    export type Order = { readonly by: 'name' };
    export const limit = 7;
    function hidden() {}
  `),
    ),
  ).toEqual({
    Page: 'component',
    'Page.title': 'readonly title: string',
    'Page.children': 'readonly children?: ReactNode',
    load: 'function <T>(path: string, given?: Options): Promise<T>',
    Order: 'type',
    'Order.by': "readonly by: 'name'",
    limit: 'const',
  });
});

test.each([
  [
    'a function is added',
    'export function a(x: string): void {}',
    'export function a(x: string): void {}\nexport function b(): void {}',
    '1.4',
    ['m#b is new'],
    [],
  ],
  [
    'a component may be given more',
    'export function A({ x }: { x: string }) {}',
    'export function A({ x, y }: { x: string; y?: string }) {}',
    '1.4',
    ['m#A.y is new'],
    [],
  ],
  [
    'a component must be given more',
    'export function A({ x }: { x: string }) {}',
    'export function A({ x, y }: { x: string; y: string }) {}',
    '2.0',
    [],
    ['m#A.y must be given from now on'],
  ],
  ['a function is gone', 'export const a = 1; export const b = 2;', 'export const a = 1;', '2.0', [], ['m#b is gone']],
  [
    'a function asks for something else',
    'export function a(x: string): void {}',
    'export function a(x: number): void {}',
    '2.0',
    [],
    ['m#a was “function (x: string): void” and is “function (x: number): void”'],
  ],
  [
    'a part of a type is gone',
    'export type A = { x: string; y: string };',
    'export type A = { x: string };',
    '2.0',
    [],
    ['m#A.y is gone'],
  ],
  [
    'nothing but a comment and a name inside is different',
    'export function a(x: string): void {}',
    '/** Why. */ export function a(x: string): void { const y = x; }',
    '1.3',
    [],
    [],
  ],
])('when %s', (_, before, after, version, added, broken) => {
  expect(compare(first(before), given(after))).toMatchObject({ list: { version }, added, broken });
});

test('a name keeps the version it came with', () => {
  const { list } = compare(first('export const a = 1;'), given('export const a = 1; export const b = 2;'));
  expect(list.names).toEqual({ 'm#a': { since: '1.3', is: 'const' }, 'm#b': { since: '1.4', is: 'const' } });
});
