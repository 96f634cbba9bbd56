import { useSearchParams } from '@parlance/shared/router';
import { readQuery, writeQuery, type DialogueQuery } from './dialogue-query.ts';

/**
 * The question that stands in the address, and how to change it. A search and a filter replace their entry in the
 * history.
 */
export function useDialogueQuery(): {
  readonly query: DialogueQuery;
  readonly change: (changed: Partial<DialogueQuery>) => void;
} {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  return { query, change: (changed) => setParams(writeQuery({ ...query, ...changed }), { replace: true }) };
}
