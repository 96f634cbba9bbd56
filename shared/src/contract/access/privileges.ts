import * as z from '@parlance/shared/contract/schema';

/** The kinds of things a statement of a permission set can be about, and the actions on each: a closed list. */
export const privilegeActions = {
  /** An area of the product: the nine flags of a plan (specification §3). */
  feature: ['use'],
  /** Agents, which members know as bots. `export` is a copy or a file of it. */
  bot: ['use', 'create', 'edit', 'publish', 'share', 'share_with_organization', 'export'],
  /** `use`: be answered by it, and give it to an agent. */
  model: ['use'],
  /** `use`: give it to an agent. */
  tool: ['use', 'create', 'edit'],
  /** `use`: read it, and give it to an agent. `create`: upload a file, fetch a page, write a text. */
  knowledge: ['use', 'create', 'edit', 'share', 'share_with_organization'],
  template: ['create', 'edit', 'share', 'export'],
  /** Actions on one's own dialogues: attach a file to a prompt, let colleagues read it, export it. */
  dialogue: ['attach', 'share', 'export'],
  /** Schedules and automations. A person who may no longer create them cannot run them either. */
  automation: ['create'],
  /** A quantity a person may have. */
  limit: ['use'],
} as const satisfies Record<string, readonly string[]>;
export type PrivilegeKind = keyof typeof privilegeActions;
export type PrivilegeAction = (typeof privilegeActions)[PrivilegeKind][number];
/** A right to things of a kind at all, as an endpoint requires it. */
export type PrivilegeName = { [Kind in PrivilegeKind]: `${Kind}.${(typeof privilegeActions)[Kind][number]}` }[Exclude<
  PrivilegeKind,
  'feature' | 'limit'
>];
export const privilegeKinds = Object.keys(privilegeActions) as readonly PrivilegeKind[]; // the keys of the object above
export const privilegeKind = z.enum(privilegeKinds as readonly [PrivilegeKind, ...PrivilegeKind[]]); // there are kinds
const everyAction = [
  'use',
  'create',
  'edit',
  'publish',
  'share',
  'share_with_organization',
  'export',
  'attach',
] as const satisfies readonly PrivilegeAction[];
export const privilegeAction = z.enum(everyAction);

/** The limited quantities: tokens of prompts and answers in a calendar month, agents and sources of one's own. */
export const limitNames = ['tokens_a_month', 'agents', 'knowledge_sources'] as const;
export type LimitName = (typeof limitNames)[number];
/** The limits of a member without a statement; administrators have none. */
export const limitsOfMembers: Readonly<Record<LimitName, number | null>> = {
  tokens_a_month: null,
  agents: 100,
  knowledge_sources: 1_000,
};

/** The most statements in one set, and things in one statement. */
export const statementsAtMost = 50;
export const idsAtMost = 200;
const largestLimit = 1_000_000_000_000;

/**
 * Allows or denies some actions on all things of a kind, on `these`, or on all `except` the named ones: later things
 * belong to `all` and to `except`. A statement about limits names them and gives the number.
 */
export const statement = z.strictObject({
  effect: z.enum(['allow', 'deny']),
  kind: privilegeKind,
  actions: z.array(privilegeAction).check(z.minLength(1), z.maxLength(everyAction.length)),
  scope: z.enum(['all', 'these', 'except']),
  ids: z._default(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(idsAtMost)), []),
  /** The number of a limit; null for everything else. */
  at_most: z._default(z.nullable(z.number().check(z.int(), z.gte(0), z.lte(largestLimit))), null),
});
export type Statement = z.output<typeof statement>;

/** The faults that keep a statement from being saved, beyond its shape. */
export const statementFaults = [
  'action_of_other_kind',
  'ids_missing',
  'ids_superfluous',
  'kind_has_no_ids',
  'limit_unknown',
  'number_missing',
  'number_superfluous',
] as const;
export type StatementFault = (typeof statementFaults)[number];

/** Kinds without single things: a statement is about all of them. */
export const kindsWithoutIds: readonly PrivilegeKind[] = ['template', 'dialogue', 'automation'];

export function faultsOfStatement({ kind, actions, scope, ids, at_most }: Statement): StatementFault[] {
  const possible: readonly string[] = privilegeActions[kind];
  const isLimit = kind === 'limit';
  const known: readonly string[] | null = isLimit ? limitNames : null;
  return [
    ...(actions.every((action) => possible.includes(action)) ? [] : ['action_of_other_kind' as const]),
    ...(scope !== 'all' && ids.length === 0 ? ['ids_missing' as const] : []),
    ...(scope === 'all' && ids.length > 0 ? ['ids_superfluous' as const] : []),
    ...(scope !== 'all' && kindsWithoutIds.includes(kind) ? ['kind_has_no_ids' as const] : []),
    ...(isLimit && scope !== 'these' ? ['ids_missing' as const] : []),
    ...(known !== null && ids.some((id) => !known.includes(id)) ? ['limit_unknown' as const] : []),
    ...(isLimit === (at_most === null)
      ? [isLimit ? ('number_missing' as const) : ('number_superfluous' as const)]
      : []),
  ];
}

/** A statement that a member holds: its set, its holder and its expiry. */
export const heldStatement = z.object({
  ...statement.shape,
  set_id: z.uuid(),
  set_name: z.string(),
  /** The team that has the set; null if the person has it directly. */
  team: z.nullable(z.string()),
  expires_at: z.nullable(z.iso.datetime({ offset: true })),
});
export type HeldStatement = z.output<typeof heldStatement>;

/**
 * The nearness of a person to a thing by its own rules: `own`, `visible` (given to them by name or to everybody),
 * `none`. A statement that allows things without naming them reaches only as far as `visible`: it opens nobody's
 * private things.
 */
export type Reach = 'own' | 'visible' | 'none';

/** Asks whether the holder may do `action` with this thing or, if `id` is null, with things of the kind at all. */
export type Question = {
  readonly kind: PrivilegeKind;
  readonly action: PrivilegeAction;
  readonly id: string | null;
  /** The reach to a bot, a tool or a source of knowledge with an id; defaults to `none`. */
  readonly reach?: Reach;
  /** The amount a limit is compared with: how many there would be. */
  readonly amount?: number;
  /** The limit that the plan grants; null is unlimited. Left out, nothing is granted. */
  readonly planLimit?: number | null;
};
