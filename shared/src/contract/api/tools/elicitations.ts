import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/** The time in which a person has to answer what the server of a call wants to know. */
export const elicitationMinutes = 10;
/** The most questions of the server of one call; further ones are cancelled. */
export const elicitationsAtMost = 20;
/** The most fields of a form; a server that wants more is refused. */
export const elicitationFieldsAtMost = 50;
/** The most options of a field. */
export const elicitationOptionsAtMost = 500;
/** The most characters of a text that a person enters. */
export const elicitationTextMaxLength = 10_000;

const scalar = z.union([z.string().check(z.maxLength(elicitationTextMaxLength)), z.number(), z.boolean()]);
export type ElicitationScalar = z.infer<typeof scalar>;

const fieldOf = <T extends string>(type: T) => ({
  type: z.literal(type),
  /** The key of its value in the content. */
  name: z.string(),
  /** What the server calls it; its name if it does not say. */
  title: z.string(),
  description: z.string(),
  is_required: z.boolean(),
});
const option = z.object({ value: scalar, title: z.string() });

/** A field of a form (MCP specification of 2025-11-25, Elicitation, “Requested Schema”). */
export const elicitationField = z.discriminatedUnion('type', [
  z.object({
    ...fieldOf('text'),
    format: z.optional(z.enum(['email', 'uri', 'date', 'date-time'])),
    /** The bounds of its length, in Unicode code points. */
    min_length: z.optional(z.number()),
    max_length: z.optional(z.number()),
    /** A regular expression in the syntax of RE2, which only the server checks. */
    pattern: z.optional(z.string()),
    default: z.optional(z.string()),
  }),
  z.object({
    ...fieldOf('number'),
    is_integer: z.boolean(),
    minimum: z.optional(z.number()),
    maximum: z.optional(z.number()),
    default: z.optional(z.number()),
  }),
  z.object({ ...fieldOf('boolean'), default: z.optional(z.boolean()) }),
  /** One of its options. */
  z.object({ ...fieldOf('choice'), options: z.array(option), default: z.optional(scalar) }),
  /** Any of its options. */
  z.object({
    ...fieldOf('choices'),
    options: z.array(option),
    min_items: z.optional(z.number()),
    max_items: z.optional(z.number()),
    default: z.optional(z.array(scalar)),
  }),
]);
export type ElicitationField = z.infer<typeof elicitationField>;

/** The state of a question. `cancelled`: the person closed it, nobody answered in time, or the call has ended. */
export const elicitationState = z.enum(['waiting', 'accepted', 'declined', 'cancelled']);
export type ElicitationState = z.infer<typeof elicitationState>;

/** What the server of a call wants to know of the person for whom it is made. The call goes on with the answer. */
export const elicitation = z.object({
  id: z.uuid(),
  state: elicitationState,
  /** The words of the server, which may be anybody's. */
  message: z.string(),
  /** What is asked for, while it waits. */
  asked: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('form'), fields: z.array(elicitationField) }),
      z.object({
        type: z.literal('page'),
        /** The address that the person is to open, http or https. */
        address: z.string(),
        /** True if accepting means that the person is done there; otherwise that they open it. */
        is_awaited: z.boolean(),
      }),
    ]),
  ),
});
export type Elicitation = z.infer<typeof elicitation>;

/** The values of the fields by their names; a field without a value is absent. */
export const elicitationContent = z.record(
  z.string(),
  z.union([scalar, z.array(scalar).check(z.maxLength(elicitationOptionsAtMost))]),
);
export type ElicitationContent = z.infer<typeof elicitationContent>;

const answer = z.discriminatedUnion('action', [
  /** `content` is that of a form; empty for a page. */
  z.strictObject({ action: z.literal('accept'), content: z._default(elicitationContent, {}) }),
  z.strictObject({ action: z.literal('decline') }),
  z.strictObject({ action: z.literal('cancel') }),
]);
export type ElicitationAnswer = z.infer<typeof answer>;

/**
 * Answers what the server of a call wants to know, by the person for whom it is made; nobody else finds it. The content
 * goes to that server, and is not kept. If it is wrong, `issues` has a fault of `elicitation-faults.ts` for each field,
 * at `content.<name>`. Refused with conflict if nobody waits for it any more.
 */
export const answerElicitation = endpoint({
  method: 'POST',
  path: '/tools/v1/elicitations/:elicitation_id/answer',
  requires: {},
  summary: 'Answers a question of the server of a tool.',
  params: z.object({ elicitation_id: z.uuid() }),
  body: answer,
  response: z.object({}),
});
