import { useEffect, useState } from 'react';
import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { hasEveryWord } from '@parlance/shared/search';
import { loadAllBots } from '../all-bots/use-all-bots.ts';
import { mentionAt, withoutMention } from './mention.ts';
import type { ComposerState } from './use-composer.ts';

/** The number of bots that are offered; further letters narrow them down. */
const mostOffered = 6;

/** Receives the chosen bot, and the text without its “@”. */
export type ChooseBot = (bot: BotSummary, text: string) => void;

export type BotChoiceState = {
  /** The offered bots; empty without an “@”. */
  readonly bots: readonly BotSummary[];
  readonly isOpen: boolean;
  /** The index of the bot that Enter chooses. */
  readonly at: number;
  readonly choose: (bot: BotSummary) => void;
  /** Handles a key, and says whether it belonged to the choice. */
  readonly onKey: (key: string) => boolean;
  /** Called when the text was typed, or the caret moved in it. */
  readonly onCaret: (text: string, caret: number) => void;
};

export const optionId = (list: string, at: number): string => `${list}-${at}`;

/**
 * Offers the bots one may use for “@”; choosing one removes the “@” from the text and keeps the rest. Null: it has no
 * meaning here.
 */
export function useBotChoice(composer: ComposerState, chooseBot: ChooseBot | null): BotChoiceState {
  const [typed, setTyped] = useState({ text: '', caret: 0 });
  // Text that was not typed, such as a draft, opens no list.
  const mention = chooseBot === null || typed.text !== composer.text ? null : mentionAt(typed.text, typed.caret);
  const search = mention?.search ?? null;
  const all = useBotsOnDemand(search !== null);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ readonly search: string | null; readonly at: number }>({
    search: null,
    at: 0,
  });
  const isAsked = search !== null && search !== dismissed;
  const bots = isAsked ? all.filter(({ name }) => hasEveryWord(name, search)).slice(0, mostOffered) : [];
  const isOpen = bots.length > 0;
  // Other letters make another list: Enter chooses its first entry again.
  const at = chosen.search === search ? Math.min(chosen.at, bots.length - 1) : 0;

  function choose(bot: BotSummary): void {
    if (mention === null) return;
    const text = withoutMention(typed.text, mention);
    setChosen({ search: null, at: 0 });
    composer.type(text);
    chooseBot?.(bot, text);
  }

  function onKey(key: string): boolean {
    const bot = bots[at];
    if (!isOpen || bot === undefined) return false;
    if (key === 'ArrowDown') setChosen({ search, at: (at + 1) % bots.length });
    else if (key === 'ArrowUp') setChosen({ search, at: (at - 1 + bots.length) % bots.length });
    else if (key === 'Enter' || key === 'Tab') choose(bot);
    else if (key === 'Escape') setDismissed(search);
    else return false;
    return true;
  }
  return { bots, isOpen, at, choose, onKey, onCaret: (text, caret) => setTyped({ text, caret }) };
}

/**
 * Loads the bots with the first “@”: most messages have none. If that fails nothing is offered, and the text is sent as
 * it is.
 */
function useBotsOnDemand(isWanted: boolean): readonly BotSummary[] {
  const [bots, setBots] = useState<readonly BotSummary[] | null>(null);
  const isMissing = isWanted && bots === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    const leaving = new AbortController();
    loadAllBots(leaving.signal).then(setBots, () => undefined);
    return () => leaving.abort();
  }, [isMissing]);
  return bots ?? [];
}
