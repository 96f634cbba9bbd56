import { currentLanguage } from '@parlance/shared/i18n';
import { useComposed } from '@parlance/shared/loading';

/**
 * Returns the meaning of a cron expression in the page's language. Null until the library is loaded, and for an invalid
 * expression.
 */
export function useCronWords(cron: string): string | null {
  const words = useComposed('agent-studio/cron-words', [], () =>
    import('./cron-words.ts').then(({ cronWords }) => cronWords(currentLanguage())),
  );
  return words.status === 'ready' ? words.data(cron) : null;
}
