import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../workspace.ts';

type Manifest = {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
type Package = { readonly folder: string; readonly manifest: Manifest; readonly text: string };

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
// npm's own format
const manifestOf = (folder: string) => JSON.parse(read(path.join(folder, 'package.json'))) as Manifest;
const { packages: patterns, catalog } = parse(read('pnpm-workspace.yaml')) as {
  packages: string[];
  catalog: Record<string, string>;
}; // pnpm's own format
const folders = globSync(patterns, { cwd: root }).filter((folder) =>
  existsSync(path.join(root, folder, 'package.json')),
);

/** Packages that no file names and that are needed nevertheless, with the reason. */
const unnamed: readonly { name: string; folders: RegExp; why: string }[] = [
  {
    name: '@module-federation/enhanced',
    folders: /^remote-/,
    why: 'the entry that its plugin writes is resolved from the remote',
  },
  {
    name: '@swc/core',
    folders: /^(host|remote-.+)$/,
    why: 'webpack takes it as a peer: without it pnpm would make a second copy of webpack',
  },
  {
    name: 'react-dom',
    folders: /^remote-/,
    why: 'federation shares it, and webpack resolves what is shared from the remote',
  },
  { name: 'oxlint-tsgolint', folders: /^\.$/, why: 'oxlint starts it for the rules that ask the compiler' },
  { name: 'react-refresh', folders: /^\.$/, why: 'swc writes calls of it into what the development server gives' },
  { name: 'webpack-cli', folders: /^(host|remote-.+)$/, why: 'it is what the word webpack in their scripts starts' },
  { name: '@types/jest', folders: /./, why: 'the global names of a test' },
  { name: '@types/node', folders: /./, why: 'the global names of Node' },
];

const isCode = /\.(?:ts|tsx|mts|mjs|css|json)$/;
const generated = /(?:^|\/)(?:node_modules|dist|\.data|\.build|locales)(?:\/|$)/;

function packageIn(folder: string): Package {
  const ofRoot = folder === '.' ? ['*', '.*', '{tooling,scripts,deploy}/**/*'] : ['**/*'];
  const files = globSync(ofRoot, { cwd: path.join(root, folder), exclude: (name) => generated.test(name) });
  // This file names packages in order to exempt them.
  const own = files.filter(
    (file) =>
      isCode.test(file) && path.basename(file) !== 'package.json' && file !== 'tooling/lint/dependencies.test.ts',
  );
  return { folder, manifest: manifestOf(folder), text: own.map((file) => read(path.join(folder, file))).join('\n') };
}

function namesOf({ manifest }: Package): string[] {
  return [...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.devDependencies ?? {})];
}

/** A string of the code is the name or begins with it, or a script of the package starts it. */
function isNamed(name: string, { manifest, text }: Package): boolean {
  const inCode = new RegExp(
    `(?:['"\`]|node_modules/)${name.replaceAll(/[./]/g, String.raw`\$&`)}(?:/[^'"\`\\n]*)?['"\`]`,
  );
  // Fonts and data of languages are found by the name of their scope and an id.
  const scope = ['@fontsource/', '@tesseract.js-data/'].some((of) => name.startsWith(of) && text.includes(`${of}\${`));
  return (
    scope ||
    inCode.test(text) ||
    Object.values(manifest.scripts ?? {}).some((script) => script.split(/[\s/]/).includes(name))
  );
}

function isPeer(name: string, of: Package): boolean {
  return namesOf(of).some(
    (other) => manifestOf(path.join(of.folder, 'node_modules', other)).peerDependencies?.[name] !== undefined,
  );
}

function unusedIn(it: Package): string[] {
  const isExcused = (name: string) => unnamed.some((one) => one.name === name && one.folders.test(it.folder));
  const isUsed = (name: string): boolean =>
    isNamed(name, it) ||
    isExcused(name) ||
    isPeer(name, it) ||
    (name.startsWith('@types/') && namesOf(it).includes(name.slice('@types/'.length)));
  return namesOf(it).filter((name) => !isUsed(name));
}

const packages = ['.', ...folders].map(packageIn);

test('every package uses every dependency that it declares', () => {
  expect(packages.length).toBeGreaterThan(5);
  const unused = packages.flatMap((it) => unusedIn(it).map((name) => `${it.folder}: ${name}`));
  expect(unused).toEqual([]);
});

test('a dependency that nothing names is found', () => {
  const [first] = packages;
  const planted = {
    folder: '.',
    manifest: { dependencies: { 'nobody-imports-this': 'catalog:' } },
    text: first?.text ?? '',
  };
  expect(isNamed('nobody-imports-this', planted)).toBe(false);
  expect(isNamed('nobody-imports-this', { ...planted, text: `import x from 'nobody-imports-this/part';` })).toBe(true);
});

test('every version in the catalog is one that a package asks for', () => {
  const asked = new Set(packages.flatMap(namesOf));
  expect(Object.keys(catalog).filter((name) => !asked.has(name))).toEqual([]);
});
