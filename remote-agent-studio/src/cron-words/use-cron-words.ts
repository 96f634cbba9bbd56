import { currentLanguage } from '@parlance/shared/i18n';
import { useComposed } from '@parlance/shared/loading';

/** What five fields of cron mean, in the words of the page; null until what says it is there, and for what means nothing. */
export function useCronWords(cron: string): string | null {
  const words = useComposed('agent-studio/cron-words', [], () => import('./cron-words.ts').then(({ cronWords }) => cronWords(currentLanguage())));
  return words.status === 'ready' ? words.data(cron) : null;
}
