import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { useTheme } from '@parlance/shared/theme';
import { isOpenTo } from '../remotes/guard.ts';
import type { Screen } from '../remotes/registry.ts';
import { profileScreen } from '../shell/own-screens.ts';
import { actionEntries } from './actions.ts';
import { botEntry, canOpen, dialogueEntry, screenEntries, screenEntry, type Entry } from './entries.ts';
import { useDestinations, type Destinations } from './use-destinations.ts';

/** All that this person can go to or do, and how much of it is there. */
export function useEntries(screens: readonly Screen[]): Pick<Destinations, 'isLoading' | 'failure'> & { readonly entries: readonly Entry[] } {
  const { t } = useTranslation('host');
  const subject = useSession((session) => session.subject);
  const { choice: theme } = useTheme();
  const reach = { screens, subject };
  const { bots, dialogues, isLoading, failure } = useDestinations({ bots: canOpen('/bots/any', reach), dialogues: canOpen('/dialogue/any', reach) });
  const language = currentLanguage();
  const profile = isOpenTo(profileScreen.requires, subject) ? [screenEntry({ path: profileScreen.path, title: t(profileScreen.title), icon: 'person' })] : [];
  const entries = [
    ...dialogues.map(dialogueEntry),
    ...screenEntries(reach, language, (section) => t(`sections.${section}`)),
    ...profile,
    ...bots.map(botEntry),
    ...actionEntries({ t, language, theme }),
  ];
  return { entries, isLoading, failure };
}
