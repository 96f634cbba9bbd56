import { getOwnData, type OwnData } from '@parlance/shared/contract/api/account';
import { type Language, textIn } from '@parlance/shared/contract/language';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../plugins/caller.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { route } from '../../plugins/route.ts';
import { recordOfPerson } from '../audit/record.ts';
import { type Limit, countAct, daySeconds } from '../limits/limits.ts';
import { findThings } from './own-things.ts';
import { findTeams } from './repository.ts';

/** It reads everything a person has ever written. */
const downloads: Limit = { name: 'own-data', most: 10, windowSeconds: daySeconds };

type OwnMembership = OwnData['memberships'][number];

export function ownDataRoute(app: FastifyInstance): void {
  route(app, getOwnData, async ({ caller, reply }) => {
    const { memberships, ...person } = await app.db.asSystem(async (trx) => {
      await countAct(trx, downloads, caller.userId);
      await recordOfPerson(trx, caller, { action: 'account.data_exported', by: 'themselves' });
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
  const enquiries = await trx.selectFrom('enterprise_enquiries').where('user_id', '=', userId).orderBy('created_at').select(['name', 'email', 'organization', 'seats', 'message', 'created_at']).execute();
  const memberships = await trx.selectFrom('memberships').where('user_id', '=', userId).orderBy('created_at').select(['id', 'organization_id']).execute();
  return {
    account: { ...user, created_at: user.created_at.toISOString() },
    terms_accepted: terms.map(({ document, version, language, accepted_at, accepted_from }) => ({ document, version, language, accepted_at: accepted_at.toISOString(), address: accepted_from })),
    sessions: sessions.map((row) => ({ ...row, created_at: row.created_at.toISOString(), last_seen_at: row.last_seen_at.toISOString() })),
    enquiries: enquiries.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
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
  return {
    ...membership,
    teams: await findTeams(trx, memberId),
    joined_at: created_at.toISOString(),
    dialogues: await findDialogues(trx, memberId, language),
    ...(await findThings(trx, memberId, language)),
  };
}

async function findDialogues(trx: Trx, memberId: string, language: Language): Promise<OwnMembership['dialogues']> {
  const dialogues = await trx
    .selectFrom('dialogues')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .leftJoin('folders', 'folders.id', 'dialogues.folder_id')
    .where('dialogues.member_id', '=', memberId)
    .orderBy('dialogues.created_at')
    .select(['dialogues.id', 'title', 'is_pinned', 'is_archived', 'dialogues.deleted_at', 'dialogues.created_at', 'bots.name as bot', 'folders.name as folder'])
    .execute();
  const messages = Map.groupBy(await findMessages(trx, memberId), ({ dialogueId }) => dialogueId);
  return dialogues.map(({ id, bot, deleted_at, created_at, ...dialogue }) => ({
    ...dialogue,
    bot: textIn(bot, language),
    deleted_at: deleted_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    messages: (messages.get(id) ?? []).map(({ message }) => message),
  }));
}

/** Every message of a member's dialogues, in every branch, in the order they were written. */
async function findMessages(trx: Trx, memberId: string) {
  const ofMember = trx.selectFrom('messages').innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id').where('dialogues.member_id', '=', memberId);
  const rows = await ofMember
    .leftJoin('ratings', 'ratings.message_id', 'messages.id')
    .orderBy('messages.position')
    .select(['messages.id', 'messages.dialogue_id', 'messages.author', 'messages.content', 'messages.created_at', 'ratings.value', 'ratings.reasons', 'ratings.comment'])
    .execute();
  const sent = await ofMember
    .innerJoin('message_attachments', 'message_attachments.message_id', 'messages.id')
    .innerJoin('attachments', 'attachments.id', 'message_attachments.attachment_id')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .orderBy('message_attachments.position')
    .select(['messages.id', 'files.name'])
    .execute();
  const files = Map.groupBy(sent, ({ id }) => id);
  return rows.map(({ id, dialogue_id, author, content, created_at, value, reasons, comment }) => ({
    dialogueId: dialogue_id,
    message: {
      author,
      content,
      created_at: created_at.toISOString(),
      rating: value === null ? null : { value, reasons: reasons ?? [], comment: comment ?? '' },
      attachments: (files.get(id) ?? []).map(({ name }) => name),
    },
  }));
}
