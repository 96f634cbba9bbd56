import * as z from '@parlance/shared/contract/schema';

/** The most rules of one organisation. One more is refused with rules_full. */
export const rulesAtMost = 100;
export const ruleNameMaxLength = 80;
/** The most characters of a rule's message to people. */
export const ruleMessageMaxLength = 400;
export const conditionsAtMost = 10;
export const termsAtMost = 200;
export const termMaxLength = 100;
export const patternMaxLength = 500;
/** The most characters of a text on the test bench. */
export const benchTextMaxLength = 32_000;
/** The mask of a piece, however long that was: its length would reveal something as well. */
export const maskText = '█████';

/** Personal data recognised by its form and, if it has one, by its check digits. */
export const detectorIds = [
  'email',
  'phone',
  'card',
  'iban',
  'de_tax_id',
  'es_dni',
  'fr_nir',
  'it_fiscal_code',
  'nl_bsn',
  'pt_nif',
  'tw_id',
  'th_id',
] as const;
export const detectorId = z.enum(detectorIds);
export type DetectorId = z.infer<typeof detectorId>;

/** The languages that are detected: those of the product, without their regions. */
export const textLanguages = ['en', 'zh', 'th', 'es', 'fr', 'pt', 'de', 'it', 'nl'] as const;
export const textLanguage = z.enum(textLanguages);
export type TextLanguage = z.infer<typeof textLanguage>;

/** A condition; one of them is enough for a rule to apply. */
export const condition = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('words'),
    /** Words and phrases, regardless of case and spacing. */
    terms: z
      .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(termMaxLength)))
      .check(z.minLength(1), z.maxLength(termsAtMost)),
    /** Matches whole words only; in scripts without spaces, as a dictionary splits the words. */
    whole_words: z._default(z.boolean(), true),
  }),
  /** A regular expression in the syntax of RE2, matched in linear time. */
  z.strictObject({
    kind: z.literal('pattern'),
    pattern: z.string().check(z.minLength(1), z.maxLength(patternMaxLength)),
    ignore_case: z._default(z.boolean(), true),
  }),
  z.strictObject({
    kind: z.literal('personal'),
    detectors: z.array(detectorId).check(z.minLength(1), z.maxLength(detectorIds.length)),
  }),
  /** The text has more characters than this. */
  z.strictObject({ kind: z.literal('length'), more_than: z.number().check(z.int(), z.gte(1), z.lte(100_000)) }),
  /** The text is in a language other than these. A text whose language cannot be detected counts as none of them. */
  z.strictObject({
    kind: z.literal('language'),
    allowed: z.array(textLanguage).check(z.minLength(1), z.maxLength(textLanguages.length)),
  }),
]);
export type Condition = z.infer<typeof condition>;

export const ruleTarget = z.enum(['prompt', 'answer', 'both']);
export type RuleTarget = z.infer<typeof ruleTarget>;
/** The kind of a checked text. */
export const checkedKind = z.enum(['prompt', 'answer']);
export type CheckedKind = z.infer<typeof checkedKind>;

/**
 * The actions of a rule. `monitor` records it. `mask` puts a mask in its place, for the model and for people. `warn`
 * tells the person, who may send the prompt all the same. `approve` holds the prompt until an administrator has allowed
 * it. `block` refuses the prompt, or stops the answer before the match.
 */
export const ruleActions = ['monitor', 'mask', 'warn', 'approve', 'block'] as const;
export const ruleAction = z.enum(ruleActions);
export type RuleAction = z.infer<typeof ruleAction>;

/** The scope of a rule; an empty list is everybody, and every bot. */
export const ruleScope = z.strictObject({
  team_ids: z.array(z.uuid()).check(z.maxLength(50)),
  bot_ids: z.array(z.uuid()).check(z.maxLength(50)),
});
export type RuleScope = z.infer<typeof ruleScope>;

/** The content of one version of a rule. */
export const ruleDefinition = z
  .strictObject({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(ruleNameMaxLength)),
    /** The message to the person when the rule warns, blocks, or holds for approval. */
    message: z._default(z.string().check(z.trim(), z.maxLength(ruleMessageMaxLength)), ''),
    target: ruleTarget,
    action: ruleAction,
    conditions: z.array(condition).check(z.minLength(1), z.maxLength(conditionsAtMost)),
    scope: z._default(ruleScope, { team_ids: [], bot_ids: [] }),
  })
  .check(
    z.refine((rule) => misfitOf(rule) !== 'unmaskable', {
      path: ['action'],
      message: 'A length or a language cannot be masked.',
    }),
    z.refine((rule) => misfitOf(rule) !== 'not-a-prompt', {
      path: ['action'],
      message: 'Only a prompt can be warned of, or wait.',
    }),
    z.refine(({ action, message }) => !tellsPeople(action) || message !== '', {
      path: ['message'],
      message: 'People must be told why.',
    }),
  );
export type RuleDefinition = z.infer<typeof ruleDefinition>;
export type RuleDraft = z.input<typeof ruleDefinition>;

/** Says whether an action is for prompts alone. */
export const isOfPrompts = (action: RuleAction): boolean => action === 'warn' || action === 'approve';

/** Returns the reason an action does not fit the target or the conditions of a rule; null if it does. */
export function misfitOf({
  action,
  target,
  conditions,
}: Pick<RuleDefinition, 'action' | 'target' | 'conditions'>): 'unmaskable' | 'not-a-prompt' | null {
  if (action === 'mask' && !conditions.every(isMaskable)) return 'unmaskable';
  return isOfPrompts(action) && target !== 'prompt' ? 'not-a-prompt' : null;
}

/** Says whether people are shown the message of a rule. */
export const tellsPeople = (action: RuleAction): boolean => action === 'block' || isOfPrompts(action);

/** The most characters of an administrator's note on a decision. */
export const approvalNoteMaxLength = 400;
/** Hours a prompt waits for a decision: three days, so that a question of Friday is seen on Monday. */
export const approvalHours = 72;

/** Says whether a condition matches a particular piece of a text. */
export const isMaskable = ({ kind }: Pick<Condition, 'kind'>): boolean => kind !== 'length' && kind !== 'language';
