import type { Colleague, ColleagueTeam } from '../../contract/values/colleague.ts';

/** The access to a thing; people and teams count for the scope `people` alone. */
export type Access<Scope extends string> = {
  readonly scope: Scope;
  readonly people: readonly Colleague[];
  readonly teams: readonly ColleagueTeam[];
};

/** False if the scope is `people` and nobody is named. */
export const isWhole = ({ scope, people, teams }: Access<string>): boolean =>
  scope !== 'people' || people.length + teams.length > 0;

/** Returns the request body of an access. */
export const bodyOf = <Scope extends string>({
  scope,
  people,
  teams,
}: Access<Scope>): { scope: Scope; member_ids: string[]; team_ids: string[] } => ({
  scope,
  member_ids: scope === 'people' ? people.map(({ id }) => id) : [],
  team_ids: scope === 'people' ? teams.map(({ id }) => id) : [],
});
