import type { BotSummary } from '@parlance/shared/contract/api/bots';

/** The bots whose name or description has every word of the search, without regard to case, width or accents. */
export function matchingBots(bots: readonly BotSummary[], search: string): readonly BotSummary[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return bots.filter((bot) => {
    const text = folded(`${bot.name} ${bot.description}`);
    return words.every((word) => text.includes(word));
  });
}

/** Latin accents fall away (ä → a); marks of other scripts, which are vowels and tones there, stay. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').toLowerCase();
}
