import * as z from '@parlance/shared/contract/schema';

/**
 * A member as colleagues see them. In a module of its own, because dialogues, runs and tools name people, and shares
 * name dialogues.
 */
export const colleague = z.object({ id: z.uuid(), name: z.string() });
export type Colleague = z.infer<typeof colleague>;

/** A team as colleagues see it. */
export const colleagueTeam = z.object({ id: z.uuid(), name: z.string() });
export type ColleagueTeam = z.infer<typeof colleagueTeam>;
