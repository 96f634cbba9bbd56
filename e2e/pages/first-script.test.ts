import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const dist = path.resolve(import.meta.dirname, '..', '..', 'host', 'dist');

/**
 * The files of packages whose code is in the first script, by its source map: `axios/lib/axios.js`, and where they are
 * from.
 */
function filesOfPackages(): readonly { readonly from: string; readonly file: string }[] {
  const name = readdirSync(dist).find((it) => /^shell\.\w+\.js\.map$/.test(it));
  if (name === undefined) throw new Error(`No map of the first script is in ${dist}.`);
  const { sources } = JSON.parse(readFileSync(path.join(dist, name), 'utf8')) as { sources: readonly string[] }; // webpack wrote it
  return sources.flatMap((source) => {
    const found = /^(.*\/node_modules\/)((?:@[^/]+\/)?[^/]+\/.*)$/.exec(source);
    return found?.[1] === undefined || found[2] === undefined ? [] : [{ from: found[1], file: found[2] }];
  });
}

const packageOf = (file: string) => /^(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file;

test('the first script carries each library once: in one version, and as one kind of module', () => {
  const files = filesOfPackages();
  expect(files.length).toBeGreaterThan(100);
  const places = new Map<string, Set<string>>();
  for (const { from, file } of files) places.set(packageOf(file), (places.get(packageOf(file)) ?? new Set()).add(from));
  expect([...places].filter(([, from]) => from.size > 1)).toEqual([]);
  const stems = files.map(({ file }) => file.replace(/\.[cm]?js$/, ''));
  expect(stems.filter((stem, index) => stems.indexOf(stem) !== index)).toEqual([]);
});

test('what nobody asks for is not in it', () => {
  const files = filesOfPackages().map(({ file }) => file);
  expect(files).toContain('axios/lib/adapters/xhr.js');
  // Its place is taken by tooling/build/plugins/no-fetch-adapter.mjs; what only it would bring is gone with it.
  expect(
    files.filter((file) =>
      /^axios\/lib\/(?:core\/createMultipartBody|helpers\/(?:trackStream|composeSignals|formDataToBlob))\.js$/.test(
        file,
      ),
    ),
  ).toEqual([]);
});
