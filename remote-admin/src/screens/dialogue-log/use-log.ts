import {
  type DialogueLogChoices,
  type DialogueLogFilter,
  getDialogueLogChoices,
  listDialogueLog,
  type LoggedDialogue,
} from '@parlance/shared/contract/api/dialogue-log';
import { useEndpoint, useEndpointPages, type Pages } from '@parlance/shared/loading';
import { useSearchParams } from '@parlance/shared/router';
import { readFilter, writeFilter } from './log-query.ts';

/** Returns the filter in the address, and its setter. `undefined` removes a condition. */
export function useFilter(): {
  filter: DialogueLogFilter;
  change: (change: { [Key in keyof DialogueLogFilter]?: DialogueLogFilter[Key] | undefined }) => void;
  clear: () => void;
} {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  return {
    filter,
    change: (changed) => setParams(writeFilter({ ...filter, ...changed }), { replace: true }),
    clear: () => setParams({}, { replace: true }),
  };
}

/** Loads the dialogues of a filter. `seen`: with names or without, which are separate lists. */
export const useLog = (filter: DialogueLogFilter, seen: string): Pages<LoggedDialogue> =>
  useEndpointPages(listDialogueLog, { query: filter }, { keepsRows: true, visit: seen });

export function useChoices(seen: string): DialogueLogChoices {
  const choices = useEndpoint(getDialogueLogChoices, {}, { visit: seen });
  return choices.status === 'ready' ? choices.data : { bots: [], teams: [], rules: [] };
}
