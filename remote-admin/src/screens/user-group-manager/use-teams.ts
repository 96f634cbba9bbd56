import {
  createTeam,
  deleteTeam,
  getTeamUses,
  listTeamMembers,
  listTeams,
  putTeamMember,
  removeTeamMember,
  updateTeam,
  type Team,
  type TeamMember,
} from '@parlance/shared/contract/api/teams';
import { call } from '@parlance/shared/http';
import { useEndpoint, useEndpointPages, useEveryRow, type Loaded, type Pages } from '@parlance/shared/loading';

const pageSize = 100;

/** Loads every team, by name, to choose from. */
export function useAllTeams(
  how: { readonly afresh?: boolean } = {},
): Loaded<readonly Team[]> & { readonly retry: () => void } {
  return useEveryRow(listTeams, { query: { limit: pageSize } }, how);
}

/** Loads the teams whose name contains `q`, page by page. */
export function useTeams(q: string): Pages<Team> {
  return useEndpointPages(listTeams, { query: { q } }, { keepsRows: true });
}

export const useTeamMembers = (id: string): Pages<TeamMember> =>
  useEndpointPages(listTeamMembers, { params: { team_id: id }, query: { limit: pageSize } });

/** Loads the present uses of a team. */
export const useTeamUses = (id: string) => useEndpoint(getTeamUses, { params: { team_id: id } }, { afresh: true });

type Words = { readonly name: string; readonly description: string };

/** Creates a team, or changes its name and description. */
export const saveTeam = (id: string | null, body: Words): Promise<Team> =>
  id === null ? call(createTeam, { body }) : call(updateTeam, { params: { team_id: id }, body });
export const removeTeam = (id: string) => call(deleteTeam, { params: { team_id: id } });
export const putMember = (teamId: string, memberId: string, isOwner: boolean) =>
  call(putTeamMember, { params: { team_id: teamId, member_id: memberId }, body: { is_owner: isOwner } });
export const removeMember = (teamId: string, memberId: string) =>
  call(removeTeamMember, { params: { team_id: teamId, member_id: memberId } });
