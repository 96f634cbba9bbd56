import { endpoint } from '../endpoint.ts';
import { memberDetails, memberState } from './members.ts';
import * as z from '@parlance/shared/contract/schema';
import { memberRole } from '../access/member-role.ts';

const administrators = { role: 'admin', feature: 'user_management' } as const;
const params = z.object({ member_id: z.uuid() });

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
