import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { languages } from '@parlance/shared/contract/values/language';
import { sayIn } from './texts.ts';

/** Loads the whole server and prints which of its locale files were read meanwhile. */
const program = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { readFileSync } = fs;
  const read = [];
  fs.readFileSync = (file, ...rest) => {
    const [, name] = /server\\/locales\\/(.+)\\.json$/.exec(String(file)) ?? [];
    if (name !== undefined) read.push(name);
    return readFileSync(file, ...rest);
  };
  syncBuiltinESMExports();
  await import(${JSON.stringify(new URL('../../start.ts', import.meta.url).href)});
  console.log(JSON.stringify(read));
  process.exit();`;

test('the server reads and parses each of its locale files once', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    '--input-type=module',
    '-e',
    program,
  ]);
  expect(JSON.parse(stdout)).toEqual(languages);
});

test('a value that a text asks for and nobody gives is an error, and a key without a text says nothing', () => {
  expect(sayIn('en')('mail.nothing.subject')).toBeNull();
  expect(sayIn('en')('embedded')).toBeNull();
  expect(() => sayIn('en')('mail.email_change_notice.lead')).toThrow('of server/locales/en.json asks for');
});
