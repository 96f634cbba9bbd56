import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { moment } from '../../values/moment.ts';
import { givenName } from '../../values/name.ts';
import {
  heldStatement,
  limitNames,
  privilegeAction as action,
  privilegeKind as kind,
  statement,
  statementsAtMost,
} from '../../access/privileges.ts';
import { permissionSet } from './permission-sets.ts';

export const setDescriptionMaxLength = 500;
/** The most permission sets of one organisation. One more is refused with sets_full. */
export const setsAtMost = 200;

const requires = { role: 'admin', feature: 'privilege' } as const;
const statements = z.array(statement).check(z.maxLength(statementsAtMost));
const description = z._default(z.string().check(z.trim(), z.maxLength(setDescriptionMaxLength)), '');

/**
 * Creates a set. 409 name_taken if the name is in use, 403 above_own_rights if it allows what the caller may not do.
 * `validation_failed` names the statement that is impossible.
 */
export const createPermissionSet = endpoint({
  method: 'POST',
  path: '/privileges/v1/sets',
  requires,
  summary: 'Makes a permission set, which nobody has yet.',
  body: z.strictObject({ name: givenName, description, statements }),
  response: permissionSet,
});

const setParams = z.object({ set_id: z.uuid() });

export const getPermissionSet = endpoint({
  method: 'GET',
  path: '/privileges/v1/sets/:set_id',
  requires,
  summary: 'One permission set.',
  params: setParams,
  response: permissionSet,
});

/**
 * Changes a set. 409 conflict if it is no longer at the revision that was seen; 409 locks_out_owner if its statements
 * would leave no owner access to privileges, user groups and the subscription; 409 locks_out_self if the caller would
 * lose access to privileges; 403 above_own_rights if it grants what the caller may not do.
 */
export const changePermissionSet = endpoint({
  method: 'PUT',
  path: '/privileges/v1/sets/:set_id',
  requires,
  summary: 'Replaces what a permission set says; it works with the next request of whoever has it.',
  params: setParams,
  body: z.strictObject({ name: givenName, description, statements, revision: z.number().check(z.int()) }),
  response: permissionSet,
});

/**
 * Deletes a set and takes it from everybody. 403 above_own_rights if it denies something that the caller may not do
 * either.
 */
export const deletePermissionSet = endpoint({
  method: 'DELETE',
  path: '/privileges/v1/sets/:set_id',
  requires,
  summary: 'Deletes a permission set and takes it from everybody who has it.',
  params: setParams,
  response: z.object({}),
});

/** A grant of a set to one member or one team. */
export const permissionGrant = z.object({
  id: z.uuid(),
  set: z.object({ id: z.uuid(), name: z.string() }),
  holder: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('member'), id: z.uuid(), name: z.string() }),
    z.object({ kind: z.literal('team'), id: z.uuid(), name: z.string(), members: z.number() }),
  ]),
  /** The expiry; null is until it is revoked. */
  expires_at: z.nullable(z.iso.datetime()),
  is_expired: z.boolean(),
  granted_by: z.nullable(colleague),
  created_at: z.iso.datetime(),
});
export type PermissionGrant = z.infer<typeof permissionGrant>;

/** Lists the grants, newest first; of one set, or to one holder, on request. */
export const listPermissionGrants = endpoint({
  method: 'GET',
  path: '/privileges/v1/grants',
  requires,
  summary: 'Who has which permission set.',
  query: z.object({
    ...pageQuery.shape,
    set_id: z.optional(z.uuid()),
    member_id: z.optional(z.uuid()),
    team_id: z.optional(z.uuid()),
  }),
  response: pageOf(permissionGrant),
});

/** Grants a set. A repeated grant takes the latest expiry. Refused like a change of the set. */
export const grantPermissionSet = endpoint({
  method: 'POST',
  path: '/privileges/v1/grants',
  requires,
  summary: 'Gives a permission set to a member or a team.',
  body: z.strictObject({
    set_id: z.uuid(),
    holder: z.strictObject({ kind: z.enum(['member', 'team']), id: z.uuid() }),
    /** The expiry, in the future; null is until it is revoked. */
    expires_at: z._default(z.nullable(moment), null),
  }),
  response: permissionGrant,
});

/** Revokes a grant. Refused like the deletion of the set. */
export const revokePermissionGrant = endpoint({
  method: 'DELETE',
  path: '/privileges/v1/grants/:grant_id',
  requires,
  summary: 'Takes a permission set back.',
  params: z.object({ grant_id: z.uuid() }),
  response: z.object({}),
});

/** A thing that a statement can name, or a holder of a set. */
export const nameable = z.object({ id: z.string(), name: z.string() });
export type Nameable = z.infer<typeof nameable>;
export const nameableKinds = ['bot', 'model', 'tool', 'knowledge', 'member', 'team'] as const;

/** Lists at most 50, by name; `ids` are those already in a statement. */
export const listNameable = endpoint({
  method: 'GET',
  path: '/privileges/v1/nameable',
  requires,
  summary: 'What a statement can name, and who can have a set, by a text in its name.',
  query: z.object({
    kind: z.enum(nameableKinds),
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    /** Ids separated by commas; they override `q`. */
    ids: z.optional(z.string().check(z.maxLength(8_000))),
  }),
  response: z.object({ items: z.array(nameable) }),
});

/** One link of the chain of `evaluate`. */
export const reason = z.object({
  code: z.string(),
  decides: z.boolean(),
  statement: z.optional(heldStatement),
  number: z.optional(z.nullable(z.number())),
});

/** Explains why somebody may do something, or may not: the answer of `evaluate` with everything known of the thing. */
export const explainPrivilege = endpoint({
  method: 'GET',
  path: '/privileges/v1/explanation',
  requires,
  summary: 'Why a member may do something, or may not.',
  query: z.object({ member_id: z.uuid(), kind, action, id: z.optional(z.string().check(z.maxLength(100))) }),
  response: z.object({
    allowed: z.boolean(),
    because: z.array(reason),
    /** The number of a limit; null is unlimited. */ limit: z.optional(z.nullable(z.number())),
  }),
});
export type Explanation = z.infer<typeof explainPrivilege.response>;

/** A right that would change. `name` is that of a single thing; null is the kind as such, or an area. */
const change = z.object({
  kind,
  action,
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  before: z.boolean(),
  after: z.boolean(),
});
export type PreviewedChange = z.infer<typeof change>;

/** The most people one preview looks at; the rest is only reported to exist. */
export const previewedAtMost = 20;

/** A person and their changes. */
const previewedPerson = z.object({
  id: z.uuid(),
  name: z.string(),
  changes: z.array(change),
  limits: z.array(
    z.object({ name: z.enum(limitNames), before: z.nullable(z.number()), after: z.nullable(z.number()) }),
  ),
});
export type PreviewedPerson = z.infer<typeof previewedPerson>;

/**
 * Compares the rights of people now with afterwards. `holder` null means everybody with the set; `set_id` null is an
 * unsaved set; `statements` null leaves the saved ones; `is_granted` says whether the holder would have it.
 */
export const previewPrivileges = endpoint({
  method: 'POST',
  path: '/privileges/v1/previews',
  requires,
  summary: 'What would change for whom, without changing it.',
  body: z.strictObject({
    holder: z.nullable(z.strictObject({ kind: z.enum(['member', 'team']), id: z.uuid() })),
    set_id: z.nullable(z.uuid()),
    statements: z.nullable(statements),
    is_granted: z.boolean(),
  }),
  response: z.object({
    /** The people for whom something changes, by name. */
    people: z.array(previewedPerson),
    looked_at: z.number(),
    /** True if there are more people, or more bots, than were looked at. */
    is_cut: z.boolean(),
  }),
});
export type Preview = z.infer<typeof previewPrivileges.response>;
