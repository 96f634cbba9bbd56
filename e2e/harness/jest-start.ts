import { useScratch } from '../../server/src/testing/scratch.ts';
import { shareBrowser } from './browser.ts';
import { prepareTestDatabases } from './database.ts';
import { resources } from './jest-resources.ts';

/** Runs before the first test of a run. */
export default async function start(): Promise<void> {
  resources.removeScratch = useScratch().remove;
  resources.browser = await shareBrowser();
  await prepareTestDatabases();
}
