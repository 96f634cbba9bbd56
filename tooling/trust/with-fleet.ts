import { type Fleet, type Size, startFleet } from '../../e2e/harness/fleet.ts';
import { type ThrowawayPostgres, startPostgres } from '../../server/src/testing/postgres.ts';
import { makePostgresTemplate } from '../../server/src/testing/test-database.ts';

/** The size of the fleet on which promises of many processes are measured. */
const size: Size = { web: 1, api: 3, charts: 1, worker: 2 };

/**
 * Runs the work with three processes of the API, two workers, and one each for pages and charts, behind nginx, on a
 * PostgreSQL of their own that keeps what it has committed.
 */
export async function withFleet<T>(
  settings: Readonly<Record<string, string>>,
  work: (fleet: Fleet, postgres: ThrowawayPostgres) => Promise<T>,
): Promise<T> {
  const postgres = await startPostgres({ keepsCommits: true });
  await makePostgresTemplate(postgres.url);
  Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: postgres.url });
  try {
    const fleet = await startFleet(size, {
      LOG_LEVEL: 'error',
      MODEL_TITLES: 'false',
      DATABASE_WAIT_SECONDS: '',
      ...settings,
    });
    try {
      return await work(fleet, postgres);
    } finally {
      await fleet.stop();
    }
  } finally {
    await postgres.stop();
  }
}
