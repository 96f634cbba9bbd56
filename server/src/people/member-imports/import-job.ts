import { can } from '@parlance/shared/contract/access/evaluate';
import { sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { countActs, giveBack } from '../../platform/limits/limits.ts';
import { type InviteOutcome, inviteAll, mailsTo } from '../invitations/invite.ts';
import { lockSeats } from '../invitations/seats.ts';
import { findHolder } from '../privileges/holder.ts';
import { stopImport } from './imports.ts';

/** Lines in one transaction: whoever invites or joins meanwhile waits no longer than for these. */
const atOnce = 250;

/** Invites whom a file names, some at a time, on behalf of who brought it. Done again, it goes on where it was. */
export const memberImporting = ({ db }: { db: Database }): JobHandler<JobData['import_members']> => ({
  async run({ import: id }, signal) {
    const found = await db.asSystem((trx) =>
      trx.selectFrom('member_imports').where('id', '=', id).select('organization_id').executeTakeFirst(),
    );
    if (found === undefined) return;
    while (await step(db, found.organization_id, id)) signal.throwIfAborted();
  },
  async giveUp({ import: id }) {
    await db.asSystem((trx) => stopImport(trx, id));
  },
});

/** Does some lines; false where nothing is left to do. */
async function step(db: Database, organizationId: string, id: string): Promise<boolean> {
  const open = await db.asTenant(organizationId, (trx) => openLines(trx, id).limit(atOnce).select('email').execute());
  const emails = open.map(({ email }) => email);
  // What counts for an address, whoever writes to it, is of no tenant.
  const { counted } = await db.asSystem((trx) => countActs(trx, mailsTo, emails));
  const { goesOn, invited } = await db.asTenant(organizationId, (trx) =>
    inviteLines(trx, organizationId, id, { emails, mails: counted }),
  );
  const unused = [...counted].flatMap(([email, mail]) => (invited.has(email) ? [] : [mail]));
  await db.asSystem((trx) => giveBack(trx, ...unused));
  return goesOn;
}

const openLines = (trx: Trx, id: string) =>
  trx.selectFrom('member_import_lines').where('import_id', '=', id).where('outcome', 'is', null).orderBy('line');

/** `mails`: by address, what was counted for it; those that have had all the invitations of a day are not there. */
type Next = { readonly emails: readonly string[]; readonly mails: ReadonlyMap<string, string> };
type Progress = { readonly goesOn: boolean; readonly invited: ReadonlySet<string> };
const over: Progress = { goesOn: false, invited: new Set() };

/** Does the lines of these addresses that nobody has done meanwhile. */
async function inviteLines(trx: Trx, organizationId: string, id: string, { emails, mails }: Next): Promise<Progress> {
  await lockSeats(trx, organizationId);
  const of = await trx
    .selectFrom('member_imports')
    .where('id', '=', id)
    .select(['status', 'member_id', 'role', 'language', 'valid_days'])
    .forUpdate()
    .executeTakeFirst();
  if (of?.status !== 'running') return over;
  const memberId = of.member_id;
  if (memberId === null || !(await mayInvite(trx, memberId))) {
    await stopImport(trx, id);
    return over;
  }
  if (emails.length === 0) {
    await trx.updateTable('member_imports').set({ status: 'complete' }).where('id', '=', id).execute();
    return over;
  }
  const lines = await openLines(trx, id)
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .select(['line', 'email', 'role', 'teams', 'language'])
    .execute();
  const wanted = lines.map(({ email, role, teams, language }) => ({
    email,
    teams,
    role: role ?? of.role,
    language: language ?? of.language,
    days: of.valid_days,
    key: crypto.randomUUID(),
    isMailboxFull: !mails.has(email),
  }));
  const outcomes = await inviteAll(trx, { organizationId, memberId }, wanted);
  await setOutcomes(
    trx,
    id,
    lines.map(({ line }) => line),
    outcomes,
  );
  return {
    goesOn: true,
    invited: new Set(lines.flatMap(({ email }, at) => (outcomes[at] === 'invited' ? [email] : []))),
  };
}

/** Nothing is done on behalf of somebody who could not do it now. */
async function mayInvite(trx: Trx, memberId: string): Promise<boolean> {
  const holder = await findHolder(trx, memberId);
  if (holder === null || !can(holder, { kind: 'feature', action: 'use', id: 'user_management' })) return false;
  const { workspace_status } = await trx
    .selectFrom('organizations')
    .where('id', '=', holder.organizationId)
    .select('workspace_status')
    .executeTakeFirstOrThrow();
  return workspace_status === 'ACTIVE';
}

async function setOutcomes(
  trx: Trx,
  id: string,
  lines: readonly number[],
  outcomes: readonly InviteOutcome[],
): Promise<void> {
  await sql`
    update member_import_lines set outcome = done.outcome
    from unnest(${lines}::integer[], ${outcomes}::text[]) as done (line, outcome)
    where member_import_lines.import_id = ${id} and member_import_lines.line = done.line`.execute(trx);
}
