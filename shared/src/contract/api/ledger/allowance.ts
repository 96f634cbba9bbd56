import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/** A budget that an answer counts against. `limit` null is unlimited. */
const meter = z.object({ used: z.number(), limit: z.nullable(z.number()) });
export type Meter = z.infer<typeof meter>;

/** The caller's remaining budget of this calendar month (UTC), and the organisation's standing. */
export const allowance = z.object({
  /** Tokens of prompts and answers together. */
  member_tokens: meter,
  /** Answers of the whole organisation, limited by its plan. */
  organization_answers: meter,
  /** The cost in millionths of the unit; null if no model has a price. */
  member_cost: z.nullable(z.object({ micros: z.number(), currency: z.string() })),
  resets_at: z.iso.datetime(),
});
export type Allowance = z.infer<typeof allowance>;

/** Returns the caller's own budget. A prompt beyond it is refused with 429 allowance_spent. */
export const getAllowance = endpoint({
  method: 'GET',
  path: '/models/v1/allowance',
  requires: {},
  summary: 'What the caller may still ask this month.',
  response: allowance,
});
