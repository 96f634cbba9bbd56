import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { clientErrorCodes } from '../../http/api-failure.ts';
import { errorCodes } from '../../contract/errors.ts';
import { packagesWithTexts, root } from '../texts.ts';
import { checkManner } from './check-manner.ts';
import { checkTexts, checkUse, flatten, readTexts } from './check-texts.ts';
import { keysInCode, keysInHtml, membersRead } from './keys-in-code.ts';

const packages = packagesWithTexts();

/** Returns every source file and page of every package, tests aside. */
function sources(): { file: string; namespace: string; source: string }[] {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((it) => it.isDirectory() && existsSync(path.join(root, it.name, 'package.json')))
    .map((it) => it.name);
  return folders.flatMap((name) =>
    ['src', 'pages', 'remote.ts']
      .flatMap((part) => filesBelow(path.join(root, name, part)))
      .map((file) => ({
        file,
        namespace: name.replace(/^remote-/, ''),
        source: readFileSync(file, 'utf8'),
      })),
  );
}

function filesBelow(place: string): string[] {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile() && /\.(tsx?|html)$/.test(it.name) && !/\.(test|d)\.tsx?$/.test(it.name))
    .map((it) => path.join(it.parentPath, it.name))
    .filter((file) => !file.includes(`${path.sep}testing${path.sep}`));
}

const all = sources();
const scripts = all
  .filter(({ file }) => !file.endsWith('.html'))
  .map(({ file, namespace, source }) => keysInCode(file, source, namespace));
const inPages = all
  .filter(({ file }) => file.endsWith('.html'))
  .flatMap(({ namespace, source }) => keysInHtml(source, namespace));
const code = {
  used: [...scripts.flatMap((it) => it.used), ...inPages],
  prefixes: scripts.flatMap((it) => it.prefixes),
  literals: new Set(scripts.flatMap((it) => it.literals)),
};
/** The embedded model reads its own words as members of one object: `texts.nothing`. */
const inServer = all
  .filter((it) => it.namespace === 'server')
  .flatMap(({ source }) => membersRead(source).map((it) => `embedded.${it}`));

describe.each(packages)('the texts of $namespace', ({ folder, namespace }) => {
  const texts = readTexts(folder);

  it('are there in all nine languages, translated, with the same placeholders and every plural form', () => {
    expect(checkTexts(texts)).toEqual([]);
  });

  it('address people formally, in the marks of the language', () => {
    expect(checkManner(texts)).toEqual([]);
  });

  it('are exactly the ones that the code looks up', () => {
    expect(
      checkUse(namespace, texts['en'] ?? {}, namespace === 'server' ? { ...code, literals: new Set(inServer) } : code),
    ).toEqual([]);
  });
});

it('every error code has a text for people', () => {
  const shared = flatten(readTexts(path.join(root, 'shared'))['en'] ?? {});
  const missing = [...Object.keys(errorCodes), ...clientErrorCodes].filter((it) => !shared.has(`errors.${it}`));
  expect(missing).toEqual([]);
});
