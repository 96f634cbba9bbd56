import type { InvitedRole } from '@parlance/shared/contract/api/invitations';
import type { Language } from '@parlance/shared/contract/values/language';
import { recordAll } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type Limit, daySeconds } from '../../platform/limits/limits.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { findProfile } from '../members/profile.ts';
import { findOrganizationName } from '../organizations/repository.ts';
import { findHolder } from '../privileges/holder.ts';
import { mayInviteTo } from './given.ts';
import { findMembersAmong, findNotOver, insertInvitations, markRevoked } from './repository.ts';
import { countSeats } from './seats.ts';

/** Invitations that one address gets, whoever sends them, one by one or by a file: organisations are free to found. */
export const mailsTo: Limit = { name: 'invitation-mail-to', most: 30, windowSeconds: daySeconds };

type Inviter = { readonly organizationId: string; readonly memberId: string };
type InvitationInput = {
  readonly email: string;
  readonly role: InvitedRole;
  readonly teams: readonly string[];
  readonly language: Language;
  readonly days: number;
  /** The same key is the same invitation. */
  readonly key: string;
  /** What the request with this key asked for; none where an import invites. */
  readonly fingerprint?: Buffer;
  /** The address has had all the invitations of a day. */
  readonly isMailboxFull: boolean;
};
export type InviteOutcome =
  | 'invited'
  | 'already_member'
  | 'already_invited'
  | 'above_own_rights'
  | 'rate_limited'
  | 'seats_taken';

/**
 * Invites people, each address once, and says of each in the same order what became of it. Call it with the seats
 * locked: they are given from the first to the last.
 */
export async function inviteAll(
  trx: Trx,
  { organizationId, memberId }: Inviter,
  wanted: readonly InvitationInput[],
): Promise<InviteOutcome[]> {
  const emails = wanted.map(({ email }) => email);
  const members = new Set(await findMembersAmong(trx, organizationId, emails));
  const before = new Map(
    (await findNotOver(trx, organizationId, emails)).map((invitation) => [invitation.email, invitation]),
  );
  const { limit, members: taken, invited } = await countSeats(trx, organizationId);
  const isAbove = await findAbove(trx, { organizationId, memberId }, wanted);
  let free = limit === null ? Number.POSITIVE_INFINITY : limit - taken - invited;
  const outcomes = wanted.map(({ email, role, teams, isMailboxFull }): InviteOutcome => {
    if (members.has(email)) return 'already_member';
    if (before.get(email)?.status === 'open') return 'already_invited';
    if (isAbove(role, teams)) return 'above_own_rights';
    if (isMailboxFull) return 'rate_limited';
    if (free <= 0) return 'seats_taken';
    free -= 1;
    return 'invited';
  });
  const made = wanted.filter((_, at) => outcomes[at] === 'invited');
  // An expired one makes room for the new one.
  await markRevoked(
    trx,
    made.flatMap(({ email }) => before.get(email)?.id ?? []),
  );
  const tokens = await insertInvitations(
    trx,
    made.map(({ key, fingerprint = null, isMailboxFull: _, ...one }) => ({
      ...one,
      organizationId,
      idempotencyKey: key,
      fingerprint,
      invitedBy: memberId,
    })),
  );
  // Also where a job does it for them: an import of many.
  const { email: name } = await findProfile(trx, memberId);
  const actor = { kind: 'person', id: memberId, name } as const;
  await recordAll(
    trx,
    made.map(({ email, role, teams }) => ({
      action: 'invitation.created',
      organizationId,
      actor,
      target: { id: null, name: email },
      after: { role, teams },
    })),
  );
  await mailInvitations(
    trx,
    { organizationId, memberId },
    made.map((one, at) => ({ ...one, token: tokens[at] ?? '' })),
  );
  return outcomes;
}

type InvitedTo = Pick<InvitationInput, 'role' | 'teams'>;
const givenKey = ({ role, teams }: InvitedTo) => JSON.stringify([role, [...new Set(teams)].sort()]);

/**
 * Which roles and teams of these the inviter may not give: each combination is judged once, however many are invited to
 * it.
 */
async function findAbove(
  trx: Trx,
  { organizationId, memberId }: Inviter,
  wanted: readonly InvitedTo[],
): Promise<(role: InvitedRole, teams: readonly string[]) => boolean> {
  const inviter = await findHolder(trx, memberId);
  const above = new Set<string>();
  for (const [key, given] of new Map(wanted.map((one) => [givenKey(one), one])))
    if (!(await mayInviteTo(trx, inviter, organizationId, given))) above.add(key);
  return (role, teams) => above.has(givenKey({ role, teams }));
}

type Letter = { readonly email: string; readonly language: Language; readonly token: string; readonly days: number };

export async function mailInvitations(
  trx: Trx,
  { organizationId, memberId }: Inviter,
  letters: readonly Letter[],
): Promise<void> {
  if (letters.length === 0) return;
  const organization = await findOrganizationName(trx, organizationId);
  const { username, email: address } = await findProfile(trx, memberId);
  await queueMails(
    trx,
    letters.map(({ email, language, token, days }) => ({
      to: email,
      language,
      template: 'invitation',
      // Behind the #, so that no server, no log and no Referer sees it.
      values: { organization, inviter: username ?? address, link: `/terms/register#invitation=${token}`, days },
    })),
  );
}
