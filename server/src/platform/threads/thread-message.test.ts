import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-thread-'));
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
afterAll(() => rmSync(folder, { recursive: true }));

const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url));

/**
 * Returns what a program reports while Node watches it, as it does the server of `npm run dev`. The program keeps
 * waiting for changes until it is stopped.
 */
function toldUnderWatch(source: string): Promise<unknown> {
  const program = path.join(folder, 'watched.mjs');
  writeFileSync(
    program,
    `const tell = (told) => console.log(\`told \${JSON.stringify(told)}\`);\ntry {\n${source}\n} catch (error) {\n  tell(String(error));\n}\n`,
  );
  const child = spawn(process.execPath, ['--watch', '--disable-warning=ExperimentalWarning', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  ends.push(async () => {
    child.kill('SIGTERM');
    await closed;
  });
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.stdout += chunk.toString();
      const [, told] = /^told (.*)\n/m.exec(output.stdout) ?? [];
      if (told !== undefined) resolve(JSON.parse(told));
    });
    void closed.then(() => reject(new Error(`The program told nothing: ${output.stdout}${output.stderr}`)));
  });
}

test('a file is read where Node watches the server', async () => {
  const told = await toldUnderWatch(`
    const { extractPassages } = await import(${urlOf('../../library/extraction/extract.ts')});
    const bytes = new TextEncoder().encode('Trains before planes.');
    const { passages } = await extractPassages({ format: 'text', bytes }, { lane: 'background', organizationId: 'one', signal: new AbortController().signal });
    tell(passages.map(({ content }) => content));`);
  expect(told).toEqual(['Trains before planes.']);
});

test('an embedded database that cannot start is not taken for one that has started, where Node watches the server', async () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  const told = await toldUnderWatch(`
    const { startEmbeddedDatabase } = await import(${urlOf('../db/embedded.ts')});
    tell(await startEmbeddedDatabase({ folder: ${JSON.stringify(path.join(file, 'database'))}, durable: false }, () => undefined).then(() => 'started', () => 'refused'));`);
  expect(told).toBe('refused');
});
