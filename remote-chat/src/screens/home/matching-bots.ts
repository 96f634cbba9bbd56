import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { hasEveryWord } from '@parlance/shared/search';

/** The bots whose name or description has every word of the search. */
export const matchingBots = (bots: readonly BotSummary[], search: string): readonly BotSummary[] =>
  bots.filter(({ name, description }) => hasEveryWord(`${name} ${description}`, search));
