import { rm } from 'node:fs/promises';
import { resources } from './jest-resources.ts';

/** After the last test. */
export default async function end(): Promise<void> {
  await resources.stopPostgres?.();
  if (resources.templateFolder !== undefined) await rm(resources.templateFolder, { recursive: true, force: true });
}
