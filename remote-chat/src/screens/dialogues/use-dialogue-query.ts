import { useSearchParams } from '@parlance/shared/router';
import { readQuery, writeQuery, type DialogueQuery } from './dialogue-query.ts';

/** Returns the query in the address, and its setter. A search and a filter replace their history entry. */
export function useDialogueQuery(): {
  readonly query: DialogueQuery;
  readonly change: (changed: Partial<DialogueQuery>) => void;
} {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  return { query, change: (changed) => setParams(writeQuery({ ...query, ...changed }), { replace: true }) };
}
