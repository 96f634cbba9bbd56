import * as z from '@parlance/shared/contract/schema';

/**
 * The kinds of limits of a plan. `seats` and `agents` are counted; `dialogues` are those begun in the running calendar
 * month (UTC); `storage` is the size of all files in bytes, without exports, which expire; `schedules` are schedules
 * and automations together.
 */
export const meterKind = z.enum(['seats', 'agents', 'dialogues', 'storage', 'schedules']);
export type MeterKind = z.infer<typeof meterKind>;

export const meter = z.object({
  kind: meterKind,
  used: z.number(),
  /** The part of `used` held by open invitations, for seats. */
  invited: z.optional(z.int()),
  /** The limit; null is unlimited. */
  limit: z.nullable(z.number()),
  /** The time `used` resets to zero; null if it never does. */
  resets_at: z.nullable(z.iso.datetime()),
});
export type Meter = z.infer<typeof meter>;
