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
 * Makes a member an owner, an admin or neither; the caller's own role too, which is how an owner steps down. 403
 * owner_protected if the member or the role is above the caller, 409 last_owner if nobody would own the organisation,
 * member_deactivated.
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

/** The most teams that one member may be in. */
export const memberTeamsMax = 100;

/** Puts a member into exactly these teams; ownership of a team they were in already stays. 403 owner_protected. */
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
 * Deactivates a member, whose sessions end and whose answers under way are stopped, or reactivates one, which takes a
 * free seat. 403 owner_protected, 409 own_membership, last_owner, seats_taken.
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

/** The possessions of a person that somebody has to take over. Deleted ones that can be restored count too. */
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
 * Hands over a member's possessions, each kind to an active colleague, and deactivates the member: all or nothing. A
 * kind with anything in it needs its receiver (400). The counts are those that were handed over. A repetition hands
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
    /** The receiver of the automations, which wait until their new owner resumes them. */
    automations_to: z._default(z.nullable(z.uuid()), null),
  }),
  response: z.object({ member: memberDetails, handed_over: belongings }),
});

/** The most members that one request may change. */
export const bulkMembersMax = 100;

/** Does one thing with many members. A refused member gets the code of the single request, and the rest is done. */
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
