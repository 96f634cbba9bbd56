import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { language } from '../language.ts';
import { memberRole } from '../member-role.ts';
import { registrationStatus } from './registration.ts';

export { memberRole, type MemberRole } from '../member-role.ts';

/** A deactivated member cannot sign in and holds no seat. Their data stays. */
export const memberState = z.enum(['active', 'deactivated']);
export type MemberState = z.infer<typeof memberState>;

/** A person of the organisation as its administrators see them. */
export const memberSummary = z.object({
  id: z.uuid(),
  /** Null until the person has chosen one. */
  username: z.nullable(z.string()),
  email: z.email(),
  role: memberRole,
  state: memberState,
  teams: z.array(z.string()),
  language,
  mfa_preference: z.enum(['NONE', 'EMAIL_OTP']),
  registration: registrationStatus,
});
export type MemberSummary = z.infer<typeof memberSummary>;

/**
 * What the list can be ordered by; a minus in front turns the order round. Somebody without a name is ordered by
 * e-mail.
 */
export const memberSorts = ['name', '-name', 'email', '-email', 'role', '-role'] as const;
export const memberSort = z.enum(memberSorts);
export type MemberSort = z.infer<typeof memberSort>;

/** Characters of a search text. Longer ones are refused with validation_failed. */
export const memberSearchMaxLength = 200;

const administrators = { role: 'admin', feature: 'user_management' } as const;

/** The members of the caller's organisation; `q` is found in name and e-mail, in any letter case. */
export const listMembers = endpoint({
  method: 'GET',
  path: '/members/v1/members',
  requires: administrators,
  summary: 'The members of the caller’s organisation.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(memberSearchMaxLength)), ''),
    sort: z._default(memberSort, 'name'),
    role: z.optional(memberRole),
    team_id: z.optional(z.uuid()),
    state: z.optional(memberState),
  }),
  response: pageOf(memberSummary),
});

const params = z.object({ member_id: z.uuid() });

/** A member with what the list has no room for. */
export const memberDetails = z.object({
  ...memberSummary.shape,
  /** What the person does there, in words. */
  title: z.string(),
  joined_at: z.iso.datetime(),
  /** Exact to ten minutes. */
  last_used_at: z.iso.datetime(),
  deactivated_at: z.nullable(z.iso.datetime()),
  memberships: z.array(z.object({ team_id: z.uuid(), name: z.string(), is_owner: z.boolean() })),
});
export type MemberDetails = z.infer<typeof memberDetails>;

export const getMember = endpoint({
  method: 'GET',
  path: '/members/v1/members/:member_id',
  requires: administrators,
  summary: 'A member of the caller’s organisation.',
  params,
  response: memberDetails,
});

/**
 * Makes a member an owner, an admin or neither; an own role too, which is how an owner steps down. 403 owner_protected
 * where it is above the caller, 409 last_owner where nobody would own the organisation, member_deactivated.
 */
export const setMemberRole = endpoint({
  method: 'PUT',
  path: '/members/v1/members/:member_id/role',
  requires: administrators,
  summary: 'Sets the role of a member.',
  params,
  body: z.object({ role: memberRole }),
  response: memberDetails,
});

/** Teams that one member may be in. */
export const memberTeamsMax = 100;

/** Puts a member into exactly these teams; where they were in one, they own it as before. 403 owner_protected. */
export const setMemberTeams = endpoint({
  method: 'PUT',
  path: '/members/v1/members/:member_id/teams',
  requires: administrators,
  summary: 'Sets the teams of a member.',
  params,
  body: z.object({ team_ids: z.array(z.uuid()).check(z.maxLength(memberTeamsMax)) }),
  response: memberDetails,
});

/**
 * Deactivates a member, whose sessions end and whose answers under way are stopped, or takes that back, for which a
 * seat must be free. 403 owner_protected, 409 own_membership, last_owner, seats_taken.
 */
export const setMemberState = endpoint({
  method: 'PUT',
  path: '/members/v1/members/:member_id/state',
  requires: administrators,
  summary: 'Deactivates a member, or takes that back.',
  params,
  body: z.object({ state: memberState }),
  response: memberDetails,
});

/** What a person owns that somebody has to go on with. What was deleted and can be brought back counts too. */
export const belongings = z.object({
  agents: z.int(),
  prompt_templates: z.int(),
  knowledge: z.int(),
  /** Schedules too. */ automations: z.int(),
});
export type Belongings = z.infer<typeof belongings>;

export const getBelongings = endpoint({
  method: 'GET',
  path: '/members/v1/members/:member_id/belongings',
  requires: administrators,
  summary: 'What a member would hand over, counted.',
  params,
  response: belongings,
});

/**
 * Hands over what a member owns, each kind to an active colleague, and deactivates the member: all or nothing. A kind
 * of which there is something needs its receiver (400). The counts are those that were handed over. Done again it hands
 * over nothing more. 403 owner_protected, 409 own_membership, last_owner.
 */
export const offboardMember = endpoint({
  method: 'POST',
  path: '/members/v1/members/:member_id/offboarding',
  requires: administrators,
  summary: 'Hands over what a member owns, and deactivates them.',
  params,
  body: z.object({
    agents_to: z._default(z.nullable(z.uuid()), null),
    prompt_templates_to: z._default(z.nullable(z.uuid()), null),
    knowledge_to: z._default(z.nullable(z.uuid()), null),
    /** They wait until the new owner resumes them. */
    automations_to: z._default(z.nullable(z.uuid()), null),
  }),
  response: z.object({ member: memberDetails, handed_over: belongings }),
});

/** Members that one request may change. */
export const bulkMembersMax = 100;

/**
 * Does one thing with many members. What may not be done is refused with the code that it would have alone, and the
 * rest done.
 */
export const changeMembers = endpoint({
  method: 'POST',
  path: '/members/v1/members/bulk',
  requires: administrators,
  summary: 'Does one thing with many members.',
  body: z.object({
    member_ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(bulkMembersMax)),
    change: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('role'), role: memberRole }),
      z.object({ kind: z.literal('state'), state: memberState }),
      z.object({ kind: z.literal('join_team'), team_id: z.uuid() }),
      z.object({ kind: z.literal('leave_team'), team_id: z.uuid() }),
    ]),
  }),
  response: z.object({
    changed: z.array(z.uuid()),
    refused: z.array(z.object({ member_id: z.uuid(), code: z.string() })),
  }),
});
