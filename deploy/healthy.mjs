// Ends with 0 where a program is well: `node deploy/healthy.mjs http://localhost:8000/healthz` asks what it answers,
// `node deploy/healthy.mjs database` whether the database of DATABASE_URL can be asked.
import { createRequire } from 'node:module';

const patienceMs = 4000;
const [, , what = ''] = process.argv;

async function askDatabase() {
  const pg = createRequire(new URL('../server/package.json', import.meta.url))('pg');
  const client = new pg.Client({
    connectionString: process.env['DATABASE_URL'],
    connectionTimeoutMillis: patienceMs,
    application_name: 'parlance-health',
  });
  await client.connect();
  await client.query('select 1');
  await client.end();
}

async function askProgram() {
  const { ok, status } = await fetch(what, { signal: AbortSignal.timeout(patienceMs) });
  if (!ok) throw new Error(`It answers ${status}.`);
}

try {
  await (what === 'database' ? askDatabase() : askProgram());
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
