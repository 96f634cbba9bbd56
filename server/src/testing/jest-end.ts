import { resources } from './jest-resources.ts';

/** Runs after the last test. */
export default async function end(): Promise<void> {
  await resources.stopPostgres?.();
  resources.removeScratch?.();
}
