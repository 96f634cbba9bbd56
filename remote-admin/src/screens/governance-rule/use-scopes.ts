import { listBots } from '@parlance/shared/contract/api/bots';
import { listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { call } from '@parlance/shared/http';
import { everyRow, useLoaded, type Loaded } from '@parlance/shared/loading';

/** Rows of one page of the lists. */
const pageSize = 100;

export type Named = { readonly id: string; readonly name: string };
type State = Loaded<readonly Named[]> & { readonly retry: () => void };

/** The teams and the bots that a rule may be for. */
export function useScopes(): { readonly teams: State; readonly bots: State } {
  const teams = useLoaded('governance teams', () => everyRow((cursor) => call(listColleagueTeams, { query: { limit: pageSize, cursor } })));
  const bots = useLoaded('governance bots', () => everyRow((cursor) => call(listBots, { query: { limit: pageSize, cursor } })));
  return { teams, bots };
}
