import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { givenName } from '../values/name.ts';

/** A user group. Administrators and its owner add members. */
export const team = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  /** The number of active members in it. */
  members: z.int(),
  /** The names of its owners. */
  owners: z.array(z.string()),
  created_at: z.iso.datetime(),
});
export type Team = z.infer<typeof team>;

export const teamDescriptionMaxLength = 500;
const teamDescription = z.string().check(z.trim(), z.maxLength(teamDescriptionMaxLength));

export const teamSorts = ['name', '-name', 'members', '-members'] as const;
export const teamSort = z.enum(teamSorts);
export type TeamSort = z.infer<typeof teamSort>;

const administrators = { role: 'admin', feature: 'user_management' } as const;
/** The handler checks further: administrators as above, and the owner of the team. Anyone else gets 404. */
const administratorsAndOwners = {} as const;
const params = z.object({ team_id: z.uuid() });

/**
 * Lists the teams of the organisation. A member who is no administrator gets the teams they own, and 403 if they own
 * none.
 */
export const listTeams = endpoint({
  method: 'GET',
  path: '/teams/v1/teams',
  requires: administratorsAndOwners,
  summary: 'The teams of the caller’s organisation.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    sort: z._default(teamSort, 'name'),
  }),
  response: pageOf(team),
});

/** Creates a team. 409 name_taken. */
export const createTeam = endpoint({
  method: 'POST',
  path: '/teams/v1/teams',
  requires: administrators,
  summary: 'Makes a team.',
  body: z.object({ name: givenName, description: z._default(teamDescription, '') }),
  response: team,
});

/** Changes only the given fields. 409 name_taken. */
export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/teams/v1/teams/:team_id',
  requires: administrators,
  summary: 'Renames or describes a team.',
  params,
  body: z.object({ name: z.optional(givenName), description: z.optional(teamDescription) }),
  response: team,
});

/** The uses of a team, which change with it. A rule that is for this team alone applies to nobody afterwards. */
export const teamUses = z.object({
  /** Governance rules that are switched on, in their order. */
  rules: z.array(z.object({ name: z.string(), is_for_it_alone: z.boolean() })),
  /** The names of the permission sets that it has. */
  permission_sets: z.array(z.string()),
  agents: z.int(),
  prompt_templates: z.int(),
  knowledge: z.int(),
  /** Dialogues that are shared with it. */
  dialogues: z.int(),
});
export type TeamUses = z.infer<typeof teamUses>;

export const getTeamUses = endpoint({
  method: 'GET',
  path: '/teams/v1/teams/:team_id/uses',
  requires: administrators,
  summary: 'What names a team: asked before it is deleted.',
  params,
  response: teamUses,
});

/** Deletes a team. Its members stay members of the organisation. */
export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/teams/v1/teams/:team_id',
  requires: administrators,
  summary: 'Deletes a team.',
  params,
  response: z.object({}),
});

export const teamMember = z.object({ id: z.uuid(), name: z.string(), is_owner: z.boolean() });
export type TeamMember = z.infer<typeof teamMember>;

/** Lists the active members of a team, by name. */
export const listTeamMembers = endpoint({
  method: 'GET',
  path: '/teams/v1/teams/:team_id/members',
  requires: administratorsAndOwners,
  summary: 'The members of a team.',
  params,
  query: pageQuery,
  response: pageOf(teamMember),
});

const memberParams = z.object({ team_id: z.uuid(), member_id: z.uuid() });

/**
 * Puts an active member into a team, and sets whether they own it. An owner of the team who is no administrator cannot
 * change ownership (403 forbidden). 403 owner_protected.
 */
export const putTeamMember = endpoint({
  method: 'PUT',
  path: '/teams/v1/teams/:team_id/members/:member_id',
  requires: administratorsAndOwners,
  summary: 'Puts a member into a team.',
  params: memberParams,
  body: z.object({ is_owner: z._default(z.boolean(), false) }),
  response: teamMember,
});

/** Removes a member from a team; an owner of it only by an administrator (403 forbidden). 403 owner_protected. */
export const removeTeamMember = endpoint({
  method: 'DELETE',
  path: '/teams/v1/teams/:team_id/members/:member_id',
  requires: administratorsAndOwners,
  summary: 'Takes a member out of a team.',
  params: memberParams,
  response: z.object({}),
});
