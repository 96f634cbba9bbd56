import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addWebPage, uploadKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { startJobs } from '../../platform/jobs/engine.ts';
import { createOutgoing } from '../../platform/outgoing/outgoing.ts';
import { until } from '../../testing/asking.ts';
import { noJobs } from '../../testing/jobs.ts';
import { dataOf, sendFile, sourceNow, startSite } from '../../testing/knowledge.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { knowledgeReading } from './read-source.ts';

let server: TestServer;
let silent: { server: Server; address: string; host: string };
beforeAll(async () => {
  server = await startTestServer();
  const listening = createServer(() => {});
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(listening.address() as AddressInfo).port}`; // the server listens on a port
  silent = { server: listening, host, address: `http://${host}/` };
});
afterAll(async () => {
  silent.server.closeAllConnections();
  silent.server.close();
  await server.close();
});

test('twenty pages of a server that is silent keep nobody else waiting, with a file or with a page', async () => {
  const [mine, theirs] = [await server.as('owner@pro.example'), await server.as('owner@team.example')];
  const site = await startSite({
    '/': {
      body: '<html><head><title>Lemurs</title></head><body><article><p>Lemurs live in Madagascar, and nowhere else in the world.</p></article></body></html>',
    },
  });
  const { db, pool, dependencies, app } = server;
  const outgoing = createOutgoing({ allowedHosts: [silent.host, site.host] });
  const reading = knowledgeReading({
    db,
    storage: dependencies.storage,
    outgoing,
    log: app.log,
    hasEmbedder: false,
    recognition: null,
  });
  const jobs = await startJobs(
    { db, pool, events: dependencies.events, log: dependencies.log, isEmbedded: server.isEmbedded },
    { ...noJobs, read_knowledge: reading, fetch_page: reading },
  );
  for (let at = 0; at < 20; at += 1)
    dataOf(await mine.call(addWebPage, { body: { url: `${silent.address}${at}`, refresh: 'never' } }));
  const states = async (client: typeof mine, id: string) => (await sourceNow(client, id)).state;
  const { data: file } = await sendFile(
    server,
    theirs,
    uploadKnowledge,
    { query: { name: 'rules.txt' } },
    Buffer.from('The rules of the house.'),
  );
  await until(async () => (await states(theirs, file.id)) === 'ready');
  const page = dataOf(await theirs.call(addWebPage, { body: { url: site.address('/'), refresh: 'never' } }));
  await until(async () => (await states(theirs, page.id)) === 'ready');
  const { rows } = await pool.query<{ active: number }>(
    `select count(*)::int as active from pgboss.job where name = 'fetch_page' and state = 'active'`,
  );
  expect(rows).toEqual([{ active: 2 }]);
  await jobs.close();
  await outgoing.close();
  await site.close();
});
