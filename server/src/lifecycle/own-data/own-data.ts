import type { OwnData } from '@parlance/shared/contract/api/own-data';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import type { Language } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import { findTeams } from '../../people/members/profile.ts';
import { recordOfPerson } from '../../platform/audit/record.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { StreamedValue } from '../../platform/http/json-stream.ts';
import { routeStream } from '../../platform/http/route.ts';
import { type Limit, countAct, daySeconds } from '../../platform/limits/limits.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { ownDialogues } from './own-dialogues.ts';
import { findThings, ownRows } from './own-things.ts';

/** It reads everything a person has ever written. */
const downloads: Limit = { name: 'own-data', most: 10, windowSeconds: daySeconds };

type OwnMembership = OwnData['memberships'][number];

export async function ownDataRoutes(app: FastifyInstance): Promise<void> {
  routeStream(app, getOwnData, async ({ caller, reply }) => {
    const { memberships, ...person } = await app.db.asSystem(async (trx) => {
      await countAct(trx, downloads, caller.userId);
      await recordOfPerson(trx, caller, { action: 'account.data_exported', by: 'themselves' });
      return findPerson(trx, caller.userId);
    });
    reply.header('content-disposition', 'attachment; filename="parlance-data.json"');
    return {
      exported_at: new Date().toISOString(),
      ...person,
      memberships: ownMemberships(app.db, memberships, caller),
    };
  });
}

/** One organisation after the other, each within its own rows. */
async function* ownMemberships(
  db: Database,
  memberships: readonly { id: string; organization_id: string }[],
  { language }: Caller,
): AsyncGenerator<StreamedValue<OwnMembership>> {
  for (const { id: memberId, organization_id: organizationId } of memberships) {
    const owner = { db, organizationId, memberId };
    const membership = await db.asTenant(organizationId, (trx) => findMembership(trx, memberId, language));
    yield { ...membership, dialogues: ownDialogues(owner, language), ...ownRows(owner) };
  }
}

async function findPerson(trx: Trx, userId: string) {
  const user = await trx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'username', 'language', 'mfa_preference', 'created_at'])
    .executeTakeFirstOrThrow();
  const terms = await trx
    .selectFrom('terms_acceptances')
    .where('user_id', '=', userId)
    .orderBy('accepted_at')
    .orderBy('document')
    .selectAll()
    .execute();
  const sessions = await trx
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['created_at', 'last_seen_at', 'user_agent', 'address'])
    .execute();
  const enquiries = await trx
    .selectFrom('enterprise_enquiries')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['name', 'email', 'organization', 'seats', 'message', 'created_at'])
    .execute();
  const memberships = await trx
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .select(['id', 'organization_id'])
    .execute();
  return {
    account: { ...user, created_at: user.created_at.toISOString() },
    terms_accepted: terms.map(({ document, version, language, accepted_at, accepted_from }) => ({
      document,
      version,
      language,
      accepted_at: accepted_at.toISOString(),
      address: accepted_from,
    })),
    sessions: sessions.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    })),
    enquiries: enquiries.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    memberships,
  };
}

async function findMembership(trx: Trx, memberId: string, language: Language) {
  const { created_at, ...membership } = await trx
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('memberships.id', '=', memberId)
    .select([
      'organizations.name as organization',
      'memberships.role_title as role',
      'memberships.is_admin',
      'memberships.is_owner',
      'memberships.created_at',
    ])
    .executeTakeFirstOrThrow();
  return {
    ...membership,
    teams: await findTeams(trx, memberId),
    joined_at: created_at.toISOString(),
    ...(await findThings(trx, memberId, language)),
  };
}
