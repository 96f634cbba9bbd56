import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/** Days up to today that can be asked for. */
export const ownUsageDays = ['7', '30', '90'] as const;
export type OwnUsageDays = (typeof ownUsageDays)[number];

/** A value for each day. */
const values = z.array(z.int());
const used = {
  /** Dialogues begun. */
  dialogues: values,
  /** On the day that they were asked for. */
  answers: values,
  input_tokens: values,
  output_tokens: values,
};
export type OwnFigure = keyof typeof used;

export const ownUsage = z.object({
  /** Days of the organisation's time zone. */
  from: z.iso.date(),
  to: z.iso.date(),
  figures: z.object(used),
  /** In millionths of the unit of each currency; none where no model that was asked has a price. */
  costs: z.array(z.object({ currency: z.string(), values })),
  /** The five that were asked most, the first one most of all. */
  bots: z.array(z.object({ id: z.uuid(), name: z.string(), dialogues: z.int(), answers: z.int() })),
});
export type OwnUsage = z.infer<typeof ownUsage>;

/**
 * What the caller has used as a member of the present organisation, and nobody else; what has just happened is in it.
 */
export const getOwnUsage = endpoint({
  service: 'charts',
  method: 'GET',
  path: '/charts/v1/own-usage',
  requires: {},
  summary: 'What the caller has used in the present organisation, by day.',
  query: z.object({ days: z._default(z.enum(ownUsageDays), '30') }),
  response: ownUsage,
});
