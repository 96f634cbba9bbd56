import { type AuditAction, type AuditThing, thingOf } from '@parlance/shared/contract/api/audit/audit-actions';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { jsonOf } from '../db/json.ts';
import { type Actor, acting } from '../principal/acting.ts';
import { type Fields, changesOf } from './changes.ts';
import { wordsOfNames } from './words.ts';

/** What something was done to, with the name it has at that time. */
export type Target = {
  /** The thing of the action, where none is given. */
  readonly kind?: AuditThing;
  readonly id: string | null;
  readonly name: string;
};

export type AuditEntry = {
  readonly action: AuditAction;
  readonly target: Target;
  /** Fields as they were and as they are. Those that did not change are left out; what is made or gone has one side. */
  readonly before?: Fields;
  readonly after?: Fields;
  /** Where the request is of no organisation, or a job does it. */
  readonly organizationId?: string;
  /** Where it is not who the request is from: in a job that somebody asked for. */
  readonly actor?: Actor;
};

const nameMaxLength = 300;

/**
 * Records a change in the transaction that makes it: both are kept, or neither. Who did it, from where and in which
 * request is known here and never told by the caller’s input.
 */
export const record = (trx: Trx, entry: AuditEntry): Promise<void> => recordAll(trx, [entry]);

/** Rows of one statement, of a dozen values each. */
const atOnce = 1_000;

/** The same for what is done to many at once: an entry for each. */
export async function recordAll(trx: Trx, entries: readonly AuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += atOnce)
    await trx
      .insertInto('audit_pending')
      .values(entries.slice(at, at + atOnce).map(rowOf))
      .execute();
}

function rowOf({ action, target, before = {}, after = {}, ...who }: AuditEntry) {
  const { organizationId, actor, address, requestId } = { ...acting(), ...who };
  if (organizationId === null)
    throw new Error(
      `“${action}” is recorded in no organisation: say organizationId, since nobody is signed in to one here.`,
    );
  const name = nameOf(target.name);
  return {
    organization_id: organizationId,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_name: actor.name,
    address,
    request_id: requestId,
    action,
    target_kind: target.kind ?? thingOf(action),
    target_id: target.id,
    target_name: name,
    changes: jsonOf(changesOf(before, after)),
    words: wordsOfNames(actor.name, name),
  };
}

type Person = {
  /** Null sends the same statement and records nothing: an address without an account must cost the same. */
  readonly userId: string | null;
  readonly email: string;
};
type PersonalEntry = Pick<AuditEntry, 'action' | 'before' | 'after'> & {
  /** `themselves`: the person did it, whoever is signed in here. `stranger`: somebody who has not proved to be them. */
  readonly by: 'themselves' | 'stranger';
};

/** Records what concerns a person as such, in each organisation that they are a member of. */
export async function recordOfPerson(
  trx: Trx,
  { userId, email }: Person,
  { action, by, before = {}, after = {} }: PersonalEntry,
): Promise<void> {
  const { address, requestId } = acting();
  const own = by === 'themselves';
  await trx
    .insertInto('audit_pending')
    .columns([
      'organization_id',
      'actor_kind',
      'actor_id',
      'actor_name',
      'address',
      'request_id',
      'action',
      'target_kind',
      'target_id',
      'target_name',
      'changes',
      'words',
    ])
    .expression(
      trx
        .selectFrom('memberships')
        .where('user_id', '=', userId)
        .select([
          'organization_id',
          sql<Actor['kind']>`${own ? 'person' : 'stranger'}::text`.as('actor_kind'),
          sql<string | null>`case when ${own}::boolean then id end`.as('actor_id'),
          sql<string>`${own ? email : ''}::text`.as('actor_name'),
          sql<string | null>`${address}::text`.as('address'),
          sql<string | null>`${requestId}::uuid`.as('request_id'),
          sql<AuditAction>`${action}::text`.as('action'),
          sql<AuditThing>`'member'`.as('target_kind'),
          sql<string>`id::text`.as('target_id'),
          sql<string>`${nameOf(email)}::text`.as('target_name'),
          sql<string>`${jsonOf(changesOf(before, after))}::jsonb`.as('changes'),
          sql<string[]>`${wordsOfNames(email)}::text[]`.as('words'),
        ]),
    )
    .execute();
}

const nameOf = (name: string) =>
  (name.length > nameMaxLength ? `${name.slice(0, nameMaxLength - 1)}…` : name).toWellFormed();
