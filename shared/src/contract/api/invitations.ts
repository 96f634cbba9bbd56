import * as z from '@parlance/shared/contract/schema';
import { emailAddress, storedEmail } from '../values/email.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { language } from '../values/language.ts';
import { linkToken } from '../values/link.ts';
import { givenName } from '../values/name.ts';

/** Days an invitation is valid by default, and at most. */
export const invitationDays = 7;
export const invitationDaysMax = 30;
/** The most teams that one invitation names. */
export const invitationTeamsMax = 20;

/** The role given by an invitation. Owners are appointed by handing over, not by inviting. */
export const invitedRole = z.enum(['member', 'admin']);
export type InvitedRole = z.infer<typeof invitedRole>;

/** The status. `expired` is an open one past its days; sending it again reopens it. */
export const invitationStatus = z.enum(['open', 'expired', 'accepted', 'revoked']);
export type InvitationStatus = z.infer<typeof invitationStatus>;

export const invitation = z.object({
  id: z.uuid(),
  email: storedEmail,
  role: invitedRole,
  teams: z.array(z.string()),
  language,
  status: invitationStatus,
  /** The person who invited; null if that account is gone. */
  inviter: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.infer<typeof invitation>;

/** The seats of the plan. An open invitation holds one. */
export const seats = z.object({
  members: z.int(),
  invited: z.int(),
  /** The limit; null is unlimited. */
  limit: z.nullable(z.int()),
});
export type Seats = z.infer<typeof seats>;

const administrators = { role: 'admin', feature: 'user_management' } as const;
const params = z.object({ invitation_id: z.uuid() });
const withSeats = z.object({ invitation, seats });

/**
 * Invites somebody by mail, for some days. The answer is the same whether the address has an account or not. 409
 * seats_taken, already_member, already_invited. The same `idempotency_key` is the same invitation, and for another one
 * it is refused with 409 idempotency_key_reused.
 */
export const createInvitation = endpoint({
  method: 'POST',
  path: '/invitations/v1/invitations',
  requires: administrators,
  summary: 'Invites somebody to the caller’s organisation.',
  body: z.object({
    email: emailAddress,
    role: invitedRole,
    /** Team names; a missing team is created when the person joins. */
    teams: z._default(z.array(givenName).check(z.maxLength(invitationTeamsMax)), []),
    /** The language of the mail. */
    language,
    days: z._default(z.int().check(z.gte(1), z.lte(invitationDaysMax)), invitationDays),
    idempotency_key: z.uuid(),
  }),
  response: withSeats,
});

/** Lists the invitations of the caller's organisation, newest first. */
export const listInvitations = endpoint({
  method: 'GET',
  path: '/invitations/v1/invitations',
  requires: administrators,
  summary: 'The invitations of the caller’s organisation.',
  query: z.object({ ...pageQuery.shape, status: z.optional(invitationStatus) }),
  response: z.object({ ...pageOf(invitation).shape, seats }),
});

/** Revokes an invitation: its link opens nothing any more. 409 invitation_ended if it was accepted. */
export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/invitations/v1/invitations/:invitation_id',
  requires: administrators,
  summary: 'Takes an invitation back.',
  params,
  response: withSeats,
});

/**
 * Sends an open or expired invitation once more, with a new link and as many days as before. 429 rate_limited within a
 * minute.
 */
export const resendInvitation = endpoint({
  method: 'POST',
  path: '/invitations/v1/invitations/:invitation_id/mail',
  requires: administrators,
  summary: 'Sends an invitation once more.',
  params,
  response: withSeats,
});

/**
 * Returns the invitation of a link (`/terms/register#invitation=…`), to anyone who has the link. The token travels in
 * the body, because paths are logged. 404 if it is unknown, 409 invitation_ended if it was used, revoked, or is too
 * old.
 */
export const openInvitation = endpoint({
  method: 'POST',
  path: '/invitations/v1/invitation',
  requires: 'public',
  summary: 'What an invitation is about, by its token.',
  body: z.object({ token: linkToken }),
  response: z.object({
    organization: z.string(),
    inviter: z.nullable(z.string()),
    email: storedEmail,
    role: invitedRole,
    expires_at: z.iso.datetime(),
  }),
});

/**
 * Joins the organisation, for a person signed in with the invited e-mail, and moves the session there with a new id.
 * 403 invitation_for_someone_else, 409 invitation_ended, seats_taken; the same token posted again by the person who
 * joined with it answers the same. A person without an account registers with the token instead (`signUp`), and one who
 * is still registering gives it in step 3 (`saveRegistrationNames`).
 */
export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/v1/acceptances',
  requires: { workspace: 'any' },
  summary: 'Joins the organisation that invited the caller.',
  body: z.object({ token: linkToken }),
  response: z.object({ member_id: z.uuid(), organization_id: z.uuid() }),
});
