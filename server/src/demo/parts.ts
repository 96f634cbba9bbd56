import { seedDemoBots } from './bots.ts';
import type { DemoPart } from './seed.ts';

/** What modules give to the demonstration organisations, in order. */
export const demoParts: readonly DemoPart[] = [seedDemoBots];
