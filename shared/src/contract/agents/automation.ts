import * as z from '@parlance/shared/contract/schema';
import { givenName } from '../values/name.ts';
import { promptMaxLength } from '../values/prompt-length.ts';

/** The most form fields, conditions and actions of one automation. */
export const formFieldsAtMost = 20;
export const conditionsAtMost = 10;
export const actionsAtMost = 5;
/** The most bytes of an event. A longer one is refused with 413. */
export const eventMaxBytes = 262_144;

/** A field of a form. The prompt refers to it by `name`. */
export const formField = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/)),
  label: givenName,
  kind: z.enum(['text', 'paragraph', 'number', 'email', 'date', 'select', 'checkbox']),
  /** The options of a `select`; otherwise empty. */
  options: z._default(z.array(givenName).check(z.maxLength(50)), []),
  is_required: z._default(z.boolean(), false),
});
export type FormField = z.infer<typeof formField>;

const ids = z._default(z.array(z.uuid()).check(z.maxLength(50)), []);

/** The trigger of an automation. Empty lists of ids mean all that the owner may read. */
export const trigger = z.discriminatedUnion('kind', [
  /** A POST of JSON to the automation's own address, signed as standardwebhooks.com describes. */
  z.strictObject({ kind: z.literal('webhook') }),
  /** A file that was added to a source of knowledge and has been read. */
  z.strictObject({ kind: z.literal('file'), knowledge_ids: ids }),
  z.strictObject({ kind: z.literal('rating'), rating: z.enum(['down', 'up', 'any']), bot_ids: ids }),
  /**
   * A hit of a governance rule, for administrators whose plan has governance. The event names the rule and its action,
   * and nothing of the text.
   */
  z.strictObject({ kind: z.literal('rule'), rule_ids: ids }),
  /** A form that anybody with the link may send. */
  z.strictObject({
    kind: z.literal('form'),
    title: givenName,
    description: z._default(z.string().check(z.maxLength(2_000)), ''),
    fields: z.array(formField).check(z.minLength(1), z.maxLength(formFieldsAtMost)),
    thanks: z._default(z.string().check(z.maxLength(500)), ''),
  }),
]);
export type Trigger = z.infer<typeof trigger>;
export const triggerKinds = ['webhook', 'file', 'rating', 'rule', 'form'] as const satisfies readonly Trigger['kind'][];
export type TriggerKind = Trigger['kind'];

/** A place in the event: names and numbers between dots, such as `order.items.0.price`. */
export const eventPath = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^[\w-]+(\.[\w-]+)*$/));
export const conditionOperators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'greater',
  'less',
  'exists',
  'not_exists',
] as const;

/** A condition; all of them have to be met. Numbers are compared as numbers, texts without regard to case. */
export const condition = z.strictObject({
  path: eventPath,
  operator: z.enum(conditionOperators),
  value: z._default(z.string().check(z.maxLength(500)), ''),
});
export type Condition = z.infer<typeof condition>;

/**
 * A text with placeholders: `{{path}}` for a value of the event, and in actions `{{answer}}` for the agent's answer.
 */
const mapped = (longest: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(longest));

/** An action on the answer, in this order. A failed one does not stop the others. */
export const action = z.discriminatedUnion('kind', [
  /** A prompt with the answer in it to another agent, in a dialogue of the owner's. */
  z.strictObject({ kind: z.literal('dialogue'), bot_id: z.uuid(), prompt: mapped(promptMaxLength) }),
  /** A mail to members of the organisation, and nobody else. */
  z.strictObject({
    kind: z.literal('mail'),
    member_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(20)),
    subject: mapped(200),
    text: mapped(promptMaxLength),
  }),
  /** A signed POST of JSON, as standardwebhooks.com describes. */
  z.strictObject({
    kind: z.literal('http'),
    url: z.string().check(z.trim(), z.maxLength(2_000), z.regex(/^https?:\/\/[^\s]+$/i)),
  }),
  /** A text file of the owner's knowledge. */
  z.strictObject({ kind: z.literal('file'), knowledge_id: z.uuid(), name: mapped(200) }),
]);
export type Action = z.infer<typeof action>;
export type ActionKind = Action['kind'];

export const automationDefinition = z.strictObject({
  name: givenName,
  trigger,
  conditions: z._default(z.array(condition).check(z.maxLength(conditionsAtMost)), []),
  bot_id: z.uuid(),
  prompt: mapped(promptMaxLength),
  actions: z._default(z.array(action).check(z.maxLength(actionsAtMost)), []),
  notifies_of_failure: z._default(z.boolean(), true),
});
export type AutomationDefinition = z.infer<typeof automationDefinition>;
