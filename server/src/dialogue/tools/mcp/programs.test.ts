import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '../../../testing/asking.ts';
import { filesystemProgram, memoryProgram, referenceProgram } from '../../../testing/mcp-server.ts';
import { type McpTool, mcpTool } from '../../../testing/mcp-tool.ts';
import { endJudges } from '../schema/wrong-arguments.ts';

jest.setTimeout(60_000);
afterAll(() => endJudges());

let folder: string;
let tool: McpTool;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'programs-'));
});
afterEach(async () => {
  await tool.close();
  await rm(folder, { recursive: true });
});

/** The processes whose command has these words. */
const processesOf = (words: string): number[] =>
  globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
    try {
      return readFileSync(file, 'utf8').includes(words) ? [Number(file.split('/')[2])] : [];
    } catch {
      return []; // it has ended since
    }
  });

test('a program goes on for the calls of a dialogue, is started again if it has ended, and ends with its session', async () => {
  const mark = path.join(folder, 'mark');
  tool = mcpTool([process.execPath, referenceProgram, 'stdio', mark]);
  expect(await tool.call('echo', { message: 'one' })).toMatchObject({ state: 'done', result: 'Echo: one' });
  const [first] = processesOf(mark);
  await tool.call('echo', { message: 'two' });
  expect(processesOf(mark)).toEqual([first]);
  process.kill(first ?? 0, 'SIGKILL');
  await until(() => !existsSync(`/proc/${first}`));
  expect(await tool.call('echo', { message: 'three' })).toMatchObject({ state: 'done', result: 'Echo: three' });
  expect(processesOf(mark)).toHaveLength(1);
  await tool.sessions.close();
  expect(processesOf(mark)).toEqual([]);
});

test('a program that ends during a call has failed it, which is not made again', async () => {
  const mark = path.join(folder, 'mark');
  tool = mcpTool([process.execPath, referenceProgram, 'stdio', mark]);
  await tool.call('echo', { message: 'one' });
  const slow = tool.call('trigger-long-running-operation', { duration: 20, steps: 20 });
  await until(() => processesOf(mark).length === 1);
  process.kill(processesOf(mark)[0] ?? 0, 'SIGKILL');
  expect(await slow).toMatchObject({ state: 'failed', result: 'The server answered with an error.' });
  expect(await tool.call('echo', { message: 'two' })).toMatchObject({ state: 'done' });
});

test('the official servers for files and for memory are called', async () => {
  await writeFile(path.join(folder, 'note.txt'), 'the note');
  tool = mcpTool([process.execPath, filesystemProgram, folder]);
  expect((await tool.functions()).leftOut).toEqual([]);
  expect(await tool.call('read_text_file', { path: path.join(folder, 'note.txt') })).toMatchObject({
    state: 'done',
    result: 'the note',
  });
  await tool.close();
  tool = mcpTool(['env', `MEMORY_FILE_PATH=${path.join(folder, 'memory.json')}`, process.execPath, memoryProgram]);
  const { functions, leftOut } = await tool.functions();
  expect([functions.length > 5, leftOut]).toEqual([true, []]);
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['wrote the first program'] }];
  expect(await tool.call('create_entities', { entities })).toMatchObject({ state: 'done' });
  expect((await tool.call('read_graph')).result).toContain('wrote the first program');
  expect(existsSync(path.join(folder, 'memory.json'))).toBe(true);
});

test.each([
  ['breaks off', `setTimeout(() => { throw new Error('broken'); });`],
  ['is killed', `process.kill(process.pid, 'SIGKILL');`],
])('a program that does not listen ends with a process that %s', async (_, end) => {
  const stubborn = path.join(folder, 'stubborn.mjs');
  await writeFile(
    stubborn,
    `import { createInterface } from 'node:readline';
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {});
    setInterval(() => {}, 1_000);
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (id === undefined) return;
      const result = method === 'initialize'
        ? { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' } }
        : { content: [{ type: 'text', text: 'done' }] };
      console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });`,
  );
  const helper = fileURLToPath(new URL('../../../testing/mcp-tool.ts', import.meta.url));
  const breaksOff = path.join(folder, 'breaks-off.mjs');
  await writeFile(
    breaksOff,
    `import { mcpTool } from ${JSON.stringify(helper)};
    const { state } = await mcpTool([process.execPath, ${JSON.stringify(stubborn)}]).call('f');
    process.stdout.write(state + '\\n', () => { ${end} });`,
  );
  tool = mcpTool([process.execPath, stubborn]);
  const child = spawn(process.execPath, [breaksOff], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  expect(said.toString().trim()).toBe('done');
  await once(child, 'exit');
  await until(() => processesOf(stubborn).length === 0);
});
