import { randomUUID } from 'node:crypto';
import { startProduct } from '../../e2e/harness/product.ts';
import { copyTemplate, dropCopy, idOf } from '../../server/src/testing/many-rows.ts';
import { countSessions, fillUsage } from '../../server/src/testing/many-usage.ts';
import { type ApiClient, signedInClient } from './api-client.ts';
import { measuredPostgres } from './databases.ts';
import type { Figure } from './figures.ts';
import { processorSeconds } from './processes.ts';
import { p95 } from './sizes.ts';

const rows = 10_000_000;
const admin = 'admin@pro.example';
const rounds = 40;
const warmUps = 5;
const seriesAtMostMs = 300;
const posted = 10_000;
/** The number of first posts that are not measured: connections are made, and code is compiled. */
const warmUpPosts = 500;
/** Posts under way at a time: as many browsers. */
const atOnce = 32;
const database = 'measured_charts';
const dayMs = 86_400_000;

const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
const year = { from: day(364), to: day(0) };

/**
 * Measures the response times of the charts service: the dashboard over a year of everybody and of a team, and posts of
 * browsers.
 */
export async function measureCharts(): Promise<Figure[]> {
  const { url: cluster } = await measuredPostgres();
  const url = await copyTemplate(cluster, database);
  try {
    await fillUsage(url, admin, rows);
    const product = await startProduct({ DATABASE_URL: url });
    try {
      const client = await signedInClient(product, admin);
      const charts = (path: string, query: Record<string, string>) =>
        `${product.chartsBase}/charts/v1/${path}?${new URLSearchParams(query)}`;
      return [
        await timed(client, 'Dashboard, series of a year', charts('series', year)),
        await timed(
          client,
          'Dashboard, series of a year of a team',
          charts('series', { ...year, team_id: idOf('team 1') }),
        ),
        await timed(client, 'Dashboard, series of a day', charts('series', { from: day(0), to: day(0) })),
        await timed(client, 'Dashboard, bots and members in a year', charts('tops', year)),
        ...(await posting(client, `${product.chartsBase}/charts/v1/session-data`, product.pid, url)),
      ];
    } finally {
      await product.stop();
    }
  } finally {
    await dropCopy(cluster, database);
  }
}

async function timed(client: ApiClient, what: string, address: string): Promise<Figure> {
  const times: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const begun = performance.now();
    await (await client.get(address)).arrayBuffer();
    if (round >= 0) times.push(performance.now() - begun);
  }
  return {
    what,
    value: p95(times),
    unit: 'ms',
    limit: seriesAtMostMs,
    how: `95th percentile of ${rounds} requests, each with the period before; ${rows.toLocaleString('en')} usage sessions of 500 members in PostgreSQL`,
  };
}

/** Posts sessions, each a new one; acknowledged ones are looked up in the database afterwards. */
async function posting(client: ApiClient, address: string, pid: number, url: string): Promise<Figure[]> {
  await post(client, address, warmUpPosts);
  const [begun, before] = [performance.now(), processorSeconds(pid)];
  const { ids, times } = await post(client, address, posted);
  const [seconds, processor] = [(performance.now() - begun) / 1000, processorSeconds(pid) - before];
  const how = `${posted.toLocaleString('en')} sessions of one member by ${atOnce} posters at once; ${rows.toLocaleString('en')} are there before`;
  const ofServer = `${how}; the server’s process, its worker included`;
  return [
    {
      what: 'Usage sessions accepted',
      value: posted / seconds,
      unit: '/s',
      how: `${how}; the posters and PostgreSQL are on the same machine`,
    },
    { what: 'Usage sessions that one processor would accept', value: posted / processor, unit: '/s', how: ofServer },
    { what: 'Usage session acknowledged', value: p95(times), unit: 'ms', how: `95th percentile; ${how}` },
    {
      what: 'Usage session accepted, processor time',
      value: (processor * 1000) / posted,
      unit: 'ms',
      limit: 1,
      how: ofServer,
    },
    {
      what: 'Usage sessions acknowledged and not there',
      value: posted - (await countSessions(url, ids)),
      unit: 'requests',
      limit: 0,
      how: 'the same, looked up in the database',
    },
  ];
}

/** Posts this many sessions, some at a time. Returns their ids, and the duration of each. */
async function post(client: ApiClient, address: string, count: number): Promise<{ ids: string[]; times: number[] }> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const waiting = [...ids];
  const times: number[] = [];
  const postAll = async () => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const begun = performance.now();
      await (
        await client.post(address, { session_id: id, typing: 1, reading: 2, interacting: 1, idling: 0 })
      ).arrayBuffer();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, postAll));
  return { ids, times };
}
