import { prepareTestDatabases } from './database.ts';

/** Before the first test of a run. */
export default async function start(): Promise<void> {
  await prepareTestDatabases();
}
