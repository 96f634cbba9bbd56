import { writeFile } from 'node:fs/promises';
import { createFolder, listFolders } from '@parlance/shared/contract/api/folders';
import Fastify from 'fastify';
import { answerErrors } from '../platform/http/errors.ts';
import { type TestServer, startTestServer } from '../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('where the database has no room left a change is refused in a sentence, and reading goes on; with room again so do changes', async () => {
  await server.pool.query(`
    create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on folders execute function no_room()`);
  const member = await server.as('member@pro.example');
  const answer = await member.call(createFolder, { body: { name: 'Travel' } });
  expect(answer.status).toBe(507);
  expect(answer.body).toMatchObject({
    success: false,
    code: 'disk_full',
    message: expect.stringContaining('no storage left'),
  });
  expect((await member.call(listFolders)).status).toBe(200);
  await server.pool.query('drop trigger no_room on folders; drop function no_room');
  expect((await member.call(createFolder, { body: { name: 'Travel' } })).status).toBe(200);
});

test('where the file system has none it is said too', async () => {
  const app = Fastify();
  app.decorate('endpoints', []);
  answerErrors(app);
  // The device of the system that is always full.
  app.post('/', () => writeFile('/dev/full', 'x'));
  expect((await app.inject({ method: 'POST', url: '/' })).json()).toMatchObject({ code: 'disk_full' });
  await app.close();
});
