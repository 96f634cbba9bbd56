import * as z from '@parlance/shared/contract/schema';

/**
 * What a plan limits. `seats` and `agents` are counted; `dialogues` are those begun in the running calendar month
 * (UTC); `storage` is the size of all files in bytes, without exports, which go by themselves; `schedules` are
 * schedules and automations together.
 */
export const meterKind = z.enum(['seats', 'agents', 'dialogues', 'storage', 'schedules']);
export type MeterKind = z.infer<typeof meterKind>;

export const meter = z.object({
  kind: meterKind,
  used: z.number(),
  /** Of `used`, for seats: those that open invitations hold. */
  invited: z.optional(z.int()),
  /** Null is without limit. */
  limit: z.nullable(z.number()),
  /** When `used` begins again at nothing; null where it never does. */
  resets_at: z.nullable(z.iso.datetime()),
});
export type Meter = z.infer<typeof meter>;
