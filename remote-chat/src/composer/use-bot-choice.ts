import { useEffect, useState } from 'react';
import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { hasEveryWord } from '@parlance/shared/search';
import { loadAllBots } from '../all-bots/use-all-bots.ts';
import { mentionAt, withoutMention } from './mention.ts';
import type { ComposerState } from './use-composer.ts';

/** Bots that are offered at once; a few letters bring any other. */
const mostOffered = 6;

/** Takes the bot that was chosen. The text no longer has its “@” in it. */
export type ChooseBot = (bot: BotSummary, text: string) => void;

export type BotChoiceState = {
  /** What is offered; empty where “@” was not typed. */
  readonly bots: readonly BotSummary[];
  readonly isOpen: boolean;
  /** The one that Enter means. */
  readonly at: number;
  readonly choose: (bot: BotSummary) => void;
  /** Whether the key belongs to the choice. */
  readonly onKey: (key: string) => boolean;
  /** The text was typed, or the caret moved in it. */
  readonly onCaret: (text: string, caret: number) => void;
};

export const optionId = (list: string, at: number): string => `${list}-${at}`;

/**
 * “@” offers the bots one may use; choosing one takes the “@” out of the text and keeps the rest. Null: it means
 * nothing here.
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
  // Other letters, another list: Enter means its first one again.
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
 * Loaded with the first “@”: most messages have none. Where that fails nothing is offered, and the text is sent as it
 * is.
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
