import type { Colleague, ColleagueTeam } from '../../contract/values/colleague.ts';

/** Whom something is for; people and teams count for the scope `people` alone. */
export type Access<Scope extends string> = {
  readonly scope: Scope;
  readonly people: readonly Colleague[];
  readonly teams: readonly ColleagueTeam[];
};

/** False where nobody is named of those who should be. */
export const isWhole = ({ scope, people, teams }: Access<string>): boolean =>
  scope !== 'people' || people.length + teams.length > 0;

/** As the server is told. */
export const bodyOf = <Scope extends string>({
  scope,
  people,
  teams,
}: Access<Scope>): { scope: Scope; member_ids: string[]; team_ids: string[] } => ({
  scope,
  member_ids: scope === 'people' ? people.map(({ id }) => id) : [],
  team_ids: scope === 'people' ? teams.map(({ id }) => id) : [],
});
