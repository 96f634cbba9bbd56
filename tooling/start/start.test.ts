import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { makeScratch } from '../../server/src/testing/scratch.ts';
import { makeEmbeddedTemplate } from '../../server/src/testing/test-database.ts';
import { root } from '../workspace.ts';

const startDeadlineMs = 60_000;

type RunningStart = {
  readonly pid: number;
  output(): string;
  /** Resolves when the output matches; rejects when the process ends first. */
  untilSaid(pattern: RegExp): Promise<void>;
  readonly exited: Promise<number | null>;
};

let place: string;
const running: RunningStart[] = [];

/**
 * Runs the script of `npm start` in a process group of its own, as a terminal would, on ports the system chooses. It
 * skips npm, whose shell in between ends by the signal itself, whatever the exit code of the program.
 */
function npmStart(settings: Readonly<Record<string, string>>): RunningStart {
  const { NODE_OPTIONS: _jests, NODE_ENV: _jestsToo, ...environment } = process.env;
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'run.mjs'), 'start'], {
    cwd: root,
    env: {
      ...environment,
      WEB_PORT: '0',
      API_PORT: '0',
      CHARTS_PORT: '0',
      PAYMENT_PORT: '0',
      MAILBOX_PORT: '0',
      DATA_DIR: path.join(place, 'data'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  const listeners = new Set<() => void>();
  const collect = (chunk: Buffer) => {
    said += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const untilSaid = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => pattern.test(said) && resolve();
      listeners.add(look);
      look();
      void exited.then((code) => reject(new Error(`It ended with code ${code} and never said ${pattern}:\n${said}`)));
    });
  const started = { pid: child.pid ?? 0, output: () => said, untilSaid, exited };
  running.push(started);
  return started;
}

/** Ctrl-C: the signal goes to everybody in the group. */
const pressCtrlC = ({ pid }: RunningStart) => process.kill(-pid, 'SIGINT');

beforeEach(() => {
  place = makeScratch();
});
afterEach(async () => {
  for (const started of running.splice(0)) {
    try {
      process.kill(-started.pid, 'SIGKILL');
    } catch {
      // The process has ended, as it should.
    }
    await started.exited;
  }
  rmSync(place, { recursive: true, force: true });
});

test(
  'npm start prints the address, the accounts and what to do next, refuses a second start, and ends cleanly with Ctrl-C',
  async () => {
    const first = npmStart({});
    await first.untilSaid(/Ctrl-C/);
    expect(first.output()).toMatch(/Parlance is ready at http:\/\/localhost:\d+/);
    expect(first.output()).toContain('owner@pro.example');
    expect(first.output()).toContain('demo-password-1');
    const address = /http:\/\/localhost:\d+/.exec(first.output())?.[0] ?? '';
    expect((await fetch(`${address}/auth/login`)).status).toBe(200);
    const mailbox = /Emails .*shown at (http:\/\/localhost:\d+)/.exec(first.output())?.[1] ?? '';
    expect((await fetch(mailbox)).status).toBe(200);

    const second = npmStart({});
    expect(await second.exited).toBe(1);
    expect(second.output()).toMatch(/is in use by another process \(pid \d+\)/);
    expect(second.output()).not.toMatch(/\n\s+at /);

    pressCtrlC(first);
    expect(await first.exited).toBe(0);
    expect(first.output()).not.toMatch(/\n\s+at /);

    const again = npmStart({});
    await again.untilSaid(/Ctrl-C/);
    pressCtrlC(again);
    expect(await again.exited).toBe(0);
  },
  startDeadlineMs * 2,
);

describe('on a data folder that is filled', () => {
  // A first start takes seconds to fill one, before it comes to its ports.
  const data = makeScratch();
  beforeAll(() => makeEmbeddedTemplate(path.join(data, 'database')), startDeadlineMs);
  afterAll(() => rmSync(data, { recursive: true, force: true }));

  test.each(['WEB_PORT', 'API_PORT', 'CHARTS_PORT', 'PAYMENT_PORT', 'MAILBOX_PORT'])(
    'a port that is taken (%s) is a sentence',
    async (setting) => {
      const taken = await new Promise<Server>((resolve) => {
        const server = createServer();
        server.listen(0, 'localhost', () => resolve(server));
      });
      try {
        const { port } = taken.address() as AddressInfo; // the server listens on a port
        const started = npmStart({ DATA_DIR: data, [setting]: String(port) });
        expect(await started.exited).toBe(1);
        expect(started.output()).toContain(`The port ${port} (${setting}) is taken`);
        expect(started.output()).not.toMatch(/\n\s+at /);
      } finally {
        await new Promise((resolve) => taken.close(resolve));
      }
    },
    startDeadlineMs,
  );
});

test(
  'a data folder that cannot be written is a sentence',
  async () => {
    const file = path.join(place, 'a-file');
    writeFileSync(file, '');
    const started = npmStart({ DATA_DIR: path.join(file, 'data') });
    expect(await started.exited).toBe(1);
    expect(started.output()).toMatch(/The data folder .* cannot be written/);
    expect(started.output()).not.toMatch(/\n\s+at /);
  },
  startDeadlineMs,
);

test(
  'a setting that is wrong is a sentence that names it',
  async () => {
    const started = npmStart({ WEB_PORT: 'eighty' });
    expect(await started.exited).toBe(1);
    expect(started.output()).toMatch(/The setting WEB_PORT is “eighty”, and must be/);
  },
  startDeadlineMs,
);
