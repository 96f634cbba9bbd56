import { getOwnData, type OwnData } from '@parlance/shared/contract/api/account';
import { type Language, textIn } from '@parlance/shared/contract/language';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../plugins/caller.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { route } from '../../plugins/route.ts';
import { type Limit, countAct, daySeconds } from '../limits/limits.ts';
import { findTeams } from './repository.ts';

/** It reads everything a person has ever written. */
const downloads: Limit = { name: 'own-data', most: 10, windowSeconds: daySeconds };

type OwnMembership = OwnData['memberships'][number];

export function ownDataRoute(app: FastifyInstance): void {
  route(app, getOwnData, async ({ caller, reply }) => {
    const { memberships, ...person } = await app.db.asSystem(async (trx) => {
      await countAct(trx, downloads, caller.userId);
      return findPerson(trx, caller.userId);
    });
    const own: OwnMembership[] = [];
    // One organisation after the other, each within its own rows.
    for (const membership of memberships) own.push(await app.db.asTenant(membership.organization_id, (trx) => findMembership(trx, membership.id, caller)));
    reply.header('content-disposition', 'attachment; filename="parlance-data.json"');
    return { exported_at: new Date().toISOString(), ...person, memberships: own };
  });
}

async function findPerson(trx: Trx, userId: string) {
  const user = await trx.selectFrom('users').where('id', '=', userId).select(['email', 'username', 'language', 'mfa_preference', 'created_at']).executeTakeFirstOrThrow();
  const terms = await trx.selectFrom('terms_acceptances').where('user_id', '=', userId).orderBy('accepted_at').orderBy('document').selectAll().execute();
  const sessions = await trx.selectFrom('sessions').where('user_id', '=', userId).orderBy('created_at').select(['created_at', 'last_seen_at', 'user_agent', 'address']).execute();
  const memberships = await trx.selectFrom('memberships').where('user_id', '=', userId).orderBy('created_at').select(['id', 'organization_id']).execute();
  return {
    account: { ...user, created_at: user.created_at.toISOString() },
    terms_accepted: terms.map(({ document, version, language, accepted_at, accepted_from }) => ({ document, version, language, accepted_at: accepted_at.toISOString(), address: accepted_from })),
    sessions: sessions.map((row) => ({ ...row, created_at: row.created_at.toISOString(), last_seen_at: row.last_seen_at.toISOString() })),
    memberships,
  };
}

async function findMembership(trx: Trx, memberId: string, { language }: Caller): Promise<OwnMembership> {
  const { created_at, ...membership } = await trx
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('memberships.id', '=', memberId)
    .select(['organizations.name as organization', 'memberships.role_title as role', 'memberships.is_admin', 'memberships.is_owner', 'memberships.created_at'])
    .executeTakeFirstOrThrow();
  const usage = await trx
    .selectFrom('usage_sessions')
    .where('member_id', '=', memberId)
    .orderBy('received_at')
    .select(['received_at', 'typing', 'reading', 'interacting', 'idling'])
    .execute();
  return {
    ...membership,
    teams: await findTeams(trx, memberId),
    joined_at: created_at.toISOString(),
    dialogues: await findDialogues(trx, memberId, language),
    usage_sessions: usage.map((row) => ({ ...row, received_at: row.received_at.toISOString() })),
  };
}

async function findDialogues(trx: Trx, memberId: string, language: Language): Promise<OwnMembership['dialogues']> {
  const dialogues = await trx
    .selectFrom('dialogues')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('dialogues.member_id', '=', memberId)
    .orderBy('dialogues.created_at')
    .select(['dialogues.id', 'dialogues.title', 'dialogues.created_at', 'bots.name as bot'])
    .execute();
  const messages = await trx
    .selectFrom('messages')
    .innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id')
    .where('dialogues.member_id', '=', memberId)
    .orderBy('messages.position')
    .select(['messages.dialogue_id', 'messages.author', 'messages.content', 'messages.created_at'])
    .execute();
  const byDialogue = Map.groupBy(messages, ({ dialogue_id }) => dialogue_id);
  return dialogues.map(({ id, title, bot, created_at }) => ({
    title,
    bot: textIn(bot, language),
    created_at: created_at.toISOString(),
    messages: (byDialogue.get(id) ?? []).map(({ author, content, created_at: written }) => ({ author, content, created_at: written.toISOString() })),
  }));
}
