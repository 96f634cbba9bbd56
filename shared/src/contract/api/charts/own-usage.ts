import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/** The ranges that can be asked for, in days up to today. */
export const ownUsageDays = ['7', '30', '90'] as const;
export type OwnUsageDays = (typeof ownUsageDays)[number];

/** One value per day. */
const values = z.array(z.int());
const used = {
  /** Dialogues begun. */
  dialogues: values,
  /** Answers, on the day that they were asked for. */
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
  /** Costs in millionths of the unit of each currency; none if no model that was asked has a price. */
  costs: z.array(z.object({ currency: z.string(), values })),
  /** The five most asked bots, the most asked first. */
  bots: z.array(z.object({ id: z.uuid(), name: z.string(), dialogues: z.int(), answers: z.int() })),
});
export type OwnUsage = z.infer<typeof ownUsage>;

/** Returns the usage of the caller as a member of the present organisation, and nobody else's; up to the moment. */
export const getOwnUsage = endpoint({
  service: 'charts',
  method: 'GET',
  path: '/charts/v1/own-usage',
  requires: {},
  summary: 'What the caller has used in the present organisation, by day.',
  query: z.object({ days: z._default(z.enum(ownUsageDays), '30') }),
  response: ownUsage,
});
