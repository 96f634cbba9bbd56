import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run } from '../workspace.ts';

/** Sources that the type-aware rules refuse, one for each. */
const refused: Readonly<Record<string, string>> = {
  'await-thenable': `await 1;`,
  'no-array-delete': `declare const list: number[]; delete list[0];`,
  'no-base-to-string': `export const text = String({});`,
  'no-deprecated': `/** @deprecated since today */ declare function old(): void; old();`,
  'no-duplicate-type-constituents': `export type Same = string | string;`,
  'no-floating-promises': `declare function work(): Promise<void>; work();`,
  'no-for-in-array': `for (const index in [1, 2]) console.log(index);`,
  'no-generated-empty-object-type': `declare const empty: Omit<{ a: number }, 'a'>; export { empty };`,
  'no-implied-eval': `setTimeout('work()', 1);`,
  'no-misused-promises': `declare const right: Promise<boolean>; if (right) console.log(1);`,
  'no-mixed-enums': `export enum Kind { one = 1, two = 'two' }`,
  'no-redundant-type-constituents': `export type Any = unknown | string;`,
  'no-unnecessary-boolean-literal-compare': `declare const is: boolean; if (is === true) console.log(1);`,
  'no-unnecessary-condition': `declare const text: { a: number }; if (text) console.log(1);`,
  'no-unnecessary-template-expression': "export const text = `${'a'}`;",
  'no-unnecessary-type-arguments': `declare function of<T = number>(value?: T): void; of<number>();`,
  'no-unnecessary-type-assertion': `declare const text: string; export const same = text as string;`,
  'no-unnecessary-type-conversion': `declare const text: string; export const same = String(text);`,
  'no-unsafe-argument': `declare const some: any; declare function of(value: number): void; of(some);`,
  'no-unsafe-assignment': `declare const some: any; export const other = some;`,
  'no-unsafe-call': `declare const some: any; some();`,
  'no-unsafe-enum-assignment': `enum Kind { one = 1 } let kind: Kind = Kind.one; kind = 1; export { kind };`,
  'no-unsafe-enum-comparison': `enum Kind { one = 1 } declare const kind: Kind; export const is = kind === 1;`,
  'no-unsafe-member-access': `declare const some: any; console.log(some.name);`,
  'no-unsafe-return': `declare const some: any; export const give = () => some;`,
  'no-unsafe-unary-minus': `declare const text: any; export const less: unknown = -text; declare const word: string; export const none: unknown = -word;`,
  'no-useless-default-assignment': `export const first = [1].map((value = 0) => value);`,
  'only-throw-error': `throw 'words';`,
  'prefer-promise-reject-errors': `export const never = Promise.reject('words');`,
  'prefer-reduce-type-parameter': `export const all = [1].reduce((sum, one) => sum.concat(one), [] as number[]);`,
  'prefer-return-this-type': `export class Chain { more(): Chain { return this; } }`,
  'related-getter-setter-pairs': `export interface Box { get size(): string; set size(value: number); }`,
  'restrict-plus-operands': `declare const count: number; declare const text: string; export const sum = count + text;`,
  'restrict-template-expressions': 'declare const list: object; export const text = `${list}`;',
  'return-await': `declare function work(): Promise<number>; export async function tried() { try { return work(); } catch { return 0; } }`,
  'use-unknown-in-catch-callback-variable': `export const kept = Promise.resolve().catch((error: Error) => error.message);`,
};

const options = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2024',
    module: 'esnext',
    lib: ['es2024', 'dom'],
    types: [],
    noEmit: true,
  },
};
const config = path.join(root, '.oxlintrc.json');
type Diagnostics = { diagnostics: { code: string; filename: string }[] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-rules-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('every rule that asks the compiler bites', async () => {
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(options));
  for (const [rule, source] of Object.entries(refused))
    writeFileSync(path.join(folder, `${rule}.ts`), `${source}\nexport {};\n`);
  const { output } = await run(process.execPath, [
    path.join(root, 'node_modules/oxlint/bin/oxlint'),
    '-c',
    config,
    '--format',
    'json',
    folder,
  ]);
  const { diagnostics } = JSON.parse(output) as Diagnostics; // oxlint --format json
  const found = new Set(diagnostics.map(({ code, filename }) => `${path.basename(filename, '.ts')}: ${code}`));
  expect(Object.keys(refused).filter((rule) => !found.has(`${rule}: typescript(${rule})`))).toEqual([]);
});

test('the rules that are shown to bite are those of the configuration', () => {
  // our own file, without its comments
  const { rules } = JSON.parse(readFileSync(config, 'utf8').replaceAll(/^\s*\/\/.*$/gm, '')) as { rules: object };
  const ofTypes = Object.keys(rules).filter((rule) => rule.startsWith('typescript/'));
  expect(ofTypes).toEqual(Object.keys(refused).map((rule) => `typescript/${rule}`));
  // shown by import-cycles.test.ts
  expect(Object.keys(rules).filter((rule) => !ofTypes.includes(rule))).toEqual(['import/no-cycle']);
});
