import { resources } from './jest-resources.ts';

/** Runs after the last test of a run. */
export default async function end(): Promise<void> {
  await resources.browser?.close();
  resources.removeScratch?.();
}
