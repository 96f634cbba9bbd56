import { listBots, type BotSummary } from '@parlance/shared/contract/api/bots';
import { listDialogues, type DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import { useLoaded } from '@parlance/shared/loading';

/** The most rows a page may have. */
const pageSize = 100;

/** Every bot of the organisation, whose plan bounds how many there are; none for who may not open them. */
async function loadBots(signal: AbortSignal): Promise<readonly BotSummary[]> {
  const all: BotSummary[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(listBots, { query: { cursor, limit: pageSize } }, { signal });
    all.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}

/** The dialogues that changed last: who looks for an older one looks into its bot. */
const loadDialogues = async (signal: AbortSignal): Promise<readonly DialogueSummary[]> => (await call(listDialogues, { query: { limit: pageSize } }, { signal })).items;

const none = () => Promise.resolve([]);

export type Destinations = {
  readonly bots: readonly BotSummary[];
  readonly dialogues: readonly DialogueSummary[];
  readonly isLoading: boolean;
  /** Why some of it is missing; null where nothing is. */
  readonly failure: { readonly error: unknown; readonly retry: () => void } | null;
};

/** Where one can go by name. What a person may not open is not asked for. */
export function useDestinations(canOpen: { readonly bots: boolean; readonly dialogues: boolean }): Destinations {
  const bots = useLoaded(`palette bots ${canOpen.bots}`, canOpen.bots ? loadBots : none);
  const dialogues = useLoaded(`palette dialogues ${canOpen.dialogues}`, canOpen.dialogues ? loadDialogues : none);
  const failed = [bots, dialogues].find((it) => it.status === 'failed');
  const retry = () => {
    for (const it of [bots, dialogues]) if (it.status === 'failed') it.retry();
  };
  return {
    bots: bots.status === 'ready' ? bots.data : [],
    dialogues: dialogues.status === 'ready' ? dialogues.data : [],
    isLoading: bots.status === 'loading' || dialogues.status === 'loading',
    failure: failed === undefined ? null : { error: failed.failure, retry },
  };
}
