import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { demoPassword } from './demo/organizations.ts';
import { howOften } from './testing/how-often.ts';
import { startPostgres } from './testing/postgres.ts';
import { filledFolder, endPrograms, startProgram, temporaryFolder } from './testing/program.ts';
import { createEmptyDatabase, terminateConnections } from './testing/test-database.ts';

jest.setTimeout(90_000);
afterAll(endPrograms);

const signIn = (api: string, email = 'member@pro.example') =>
  fetch(`${api}/auth/v1/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });

const permissionsOf = (path: string) => statSync(path).mode & 0o777;

const postgres = process.env['TEST_DATABASE'] === 'postgres' ? process.env['TEST_DATABASE_URL'] : undefined;

if (postgres === undefined) describe('on the embedded database', embeddedPromises);
else describe('on PostgreSQL', () => postgresPromises(postgres));

function postgresPromises(url: string): void {
  test('four processes that start at once on an empty database make one schema and answer alike', async () => {
    const DATABASE_URL = await createEmptyDatabase(url);
    const programs = Array.from({ length: 4 }, () =>
      startProgram({ DATABASE_URL, DATA_DIR: temporaryFolder() }, 'api'),
    );
    const addresses = await Promise.all(programs.map(({ ready }) => ready));
    for (const { api = '' } of addresses) {
      expect((await fetch(`${api}/readyz`)).status).toBe(200);
      // Demonstration data never go into a PostgreSQL database: it is somebody's.
      expect((await signIn(api)).status).toBe(401);
    }
    for (const { child } of programs) child.kill('SIGTERM');
    for (const { ended } of programs) expect(await ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('a database that goes is said in 503, and one that comes back is found', async () => {
    const own = await startPostgres();
    const program = startProgram({ DATABASE_URL: own.url, DATA_DIR: temporaryFolder() }, 'api');
    const { api = '' } = await program.ready;
    await terminateConnections(own.url);
    // The connections that broke are replaced, at the latest with the second request.
    await fetch(`${api}/readyz`);
    expect((await fetch(`${api}/readyz`)).status).toBe(200);

    await own.stop();
    for (let round = 0; round < 3; round += 1) {
      const answer = await fetch(`${api}/readyz`);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await answer.json()).toMatchObject({ code: 'database_unavailable' });
    }
    expect((await fetch(`${api}/healthz`)).status).toBe(200);
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });
}

function embeddedPromises(): void {
  /** The folder of the two tests that begin with an empty one. */
  const folder = join(temporaryFolder(), 'data');

  test('starts on an empty folder, without demonstration accounts where it is open to other machines', async () => {
    const open = startProgram({ DATA_DIR: folder, PLAN_SIGNING_KEYS: '', HOST: '0.0.0.0' }, 'api');
    expect((await signIn((await open.ready)['api'] ?? '')).status).toBe(401);
    expect(permissionsOf(folder)).toBe(0o700);
    expect(permissionsOf(join(folder, 'plan-signing-keys.json'))).toBe(0o600);
    open.child.kill('SIGTERM');
    expect(await open.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('has demonstration accounts on this machine alone, is refused a second time on its folder, stops cleanly, and starts again', async () => {
    const first = startProgram({ DATA_DIR: folder, PLAN_SIGNING_KEYS: '' });
    const addresses = await first.ready;
    expect(Object.keys(addresses)).toEqual(expect.arrayContaining(['api', 'charts', 'payment', 'mailbox']));
    expect((await fetch(`${addresses['mailbox']}/api/messages`)).status).toBe(200);
    const { api = '' } = addresses;
    expect((await signIn(api)).status).toBe(200);

    const second = await startProgram({ DATA_DIR: folder }).ended;
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toBe(
      `The data folder ${folder} is in use by another process (pid ${first.child.pid}). Stop that one, or set DATA_DIR to another folder.\n`,
    );

    const keys = readFileSync(join(folder, 'plan-signing-keys.json'), 'utf8');
    first.child.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ code: 0, stderr: '' });

    const again = startProgram({ DATA_DIR: folder, PLAN_SIGNING_KEYS: '' });
    expect((await signIn((await again.ready)['api'] ?? '')).status).toBe(200);
    expect(readFileSync(join(folder, 'plan-signing-keys.json'), 'utf8')).toBe(keys);
    again.child.kill('SIGINT');
    expect(await again.ended).toMatchObject({ code: 0, stderr: '' });
  });

  test('demonstration accounts that are there are not opened to others, unless that is said', async () => {
    const settings = { DATA_DIR: filledFolder(), HOST: '0.0.0.0' };
    const { code, stdout, stderr } = await startProgram(settings, 'api').ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^The database has demonstration accounts, such as admin@pro\.example, with the password that everybody knows, .* DEMO to true .*\n$/,
    );
    const program = startProgram({ ...settings, DEMO: 'true' }, 'api');
    expect((await signIn((await program.ready)['api'] ?? '')).status).toBe(200);
  });

  test('killed without warning it loses nothing it has acknowledged, and its folder is free', async () => {
    const folder = filledFolder();
    const rounds = howOften({ decides: 2, proves: 3 });
    let acknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const program = startProgram({ DATA_DIR: folder });
      const { api = '' } = await program.ready;
      for (const cookie of acknowledged)
        expect((await fetch(`${api}/auth/v1/whoami`, { headers: { cookie } })).status).toBe(200);
      const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(api)));
      program.child.kill('SIGKILL');
      acknowledged = [
        ...acknowledged,
        ...answers.map(
          (answer) =>
            answer.headers
              .getSetCookie()
              .find((text) => text.startsWith('sessionid='))
              ?.split(';')[0] ?? 'missing',
        ),
      ];
      await program.ended;
    }
    expect(acknowledged).toHaveLength(8 * rounds);
  });

  test('what it acknowledges is on the disk: every commit calls fsync', async () => {
    const log = join(temporaryFolder(), 'fsync.log');
    const countFsync = new URL('./testing/count-fsync.mjs', import.meta.url).href;
    const program = startProgram(
      { DATA_DIR: filledFolder(), NODE_OPTIONS: `--import=${countFsync}`, FSYNC_LOG: log },
      'api',
    );
    const { api = '' } = await program.ready;
    const calls = () => readFileSync(log, 'utf8').length;
    for (let round = 0; round < 3; round += 1) {
      const before = calls();
      expect((await signIn(api)).status).toBe(200);
      expect(calls()).toBeGreaterThan(before);
    }
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });

  test('the pages need no database: a web process runs beside one that holds the data folder', async () => {
    const folder = filledFolder();
    const api = startProgram({ DATA_DIR: folder }, 'api');
    await api.ready;
    const web = startProgram({ DATA_DIR: folder }, 'web');
    expect(Object.keys(await web.ready)).toContain('web');
    for (const { child, ended } of [web, api]) {
      child.kill('SIGTERM');
      expect((await ended).code).toBe(0);
    }
  });

  test('a stop that comes when the first part listens, and before the last does, is a stop as well', async () => {
    const program = startProgram({ DATA_DIR: filledFolder(), LOG_LEVEL: 'info' });
    await program.logged('Server listening', 1);
    program.child.kill('SIGTERM');
    expect((await program.ended).code).toBe(0);
  });

  test('a request under way is finished before the stop, on the port of its service and on the web port', async () => {
    const program = startProgram({ DATA_DIR: filledFolder(), LOG_LEVEL: 'info' });
    const { api = '', web = '' } = await program.ready;
    const underWay = [api, `${web}/api/main`].flatMap((at) => Array.from({ length: 5 }, () => signIn(at)));
    await program.logged('incoming request', underWay.length);
    program.child.kill('SIGTERM');
    const statuses = (await Promise.all(underWay)).map(({ status }) => status);
    expect(statuses).toEqual(underWay.map(() => 200));
    expect((await program.ended).code).toBe(0);
  });

  describe('what is in the way is one sentence and exit code 1', () => {
    test('a port that is taken', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => other.once('listening', resolve));
      const { port } = other.address() as AddressInfo; // the server listens on a port
      const { code, stderr } = await startProgram(
        { DATA_DIR: filledFolder(), API_PORT: String(port), HOST: '127.0.0.1' },
        'api',
      ).ended;
      other.close();
      expect(code).toBe(1);
      expect(stderr).toBe(
        `The port ${port} (API_PORT) is taken by another program. Stop that one, or set API_PORT to a free port.\n`,
      );
    });

    test('a data folder that cannot be written', async () => {
      const file = join(temporaryFolder(), 'file');
      writeFileSync(file, '');
      const { code, stderr } = await startProgram({ DATA_DIR: join(file, 'data') }).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^The data folder .*\/file\/data cannot be written \(ENOTDIR\)\. Give it to this user, or set DATA_DIR to a folder that can be written\.\n$/,
      );
    });

    test('a disk on which the database has no room', async () => {
      const folder = filledFolder();
      // Simulates a full disk for the file's writer.
      symlinkSync('/dev/full', join(folder, 'lock.pid'));
      const { code, stderr } = await startProgram({ DATA_DIR: folder }, 'api').ended;
      expect(code).toBe(1);
      expect(stderr).toBe(
        `There is no room left on the disk of the data folder ${folder} (ENOSPC: no space left on device, write). Make room there, or set DATA_DIR to a folder on another disk.\n`,
      );
    });

    test('a wrong setting', async () => {
      const { code, stderr } = await startProgram({ API_PORT: 'many' }).ended;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'The setting API_PORT is “many”, and must be a port, 0 to 65535.\n',
      });
    });

    test('a production that could send no mail', async () => {
      const { code, stderr } = await startProgram({ NODE_ENV: 'production', DATA_DIR: temporaryFolder() }).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^The setting SMTP_URL is missing, and must be .* in production: .*\nThe setting WEB_ORIGIN is missing, and must be .*\n$/,
      );
    });

    test('keys that are too weak', async () => {
      const { code, stderr } = await startProgram({ DATA_DIR: filledFolder(), PLAN_SIGNING_KEYS: '{"keys":[]}' }).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^The setting PLAN_SIGNING_KEYS holds a key that cannot be used, or none\. It must be .*\n$/,
      );
    });

    test('a PostgreSQL that does not answer', async () => {
      const { code, stderr } = await startProgram({
        DATA_DIR: filledFolder(),
        DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none',
      }).ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^The database of DATABASE_URL .*\n$/);
      expect(stderr).not.toContain('hunter2');
    });

    test('a part that does not exist', async () => {
      const { code, stderr } = await startProgram({}, 'everything').ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^There is no part “everything”\. It must be one of: all, .*\n$/);
    });
  });
}
