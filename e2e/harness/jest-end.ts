import { resources } from './jest-resources.ts';

/** After the last test of a run. */
export default function end(): void {
  resources.removeScratch?.();
}
