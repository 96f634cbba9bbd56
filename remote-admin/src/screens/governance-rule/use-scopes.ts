import { listBots } from '@parlance/shared/contract/api/bots';
import { listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { useEveryRow, type Loaded } from '@parlance/shared/loading';

/** The page size of the lists. */
const pageSize = 100;

export type NamedItem = { readonly id: string; readonly name: string };
type State = Loaded<readonly NamedItem[]> & { readonly retry: () => void };

/** Loads the teams and the bots that a rule may be for. */
export function useScopes(): { readonly teams: State; readonly bots: State } {
  const teams = useEveryRow(listColleagueTeams, { query: { limit: pageSize } });
  const bots = useEveryRow(listBots, { query: { limit: pageSize } });
  return { teams, bots };
}
