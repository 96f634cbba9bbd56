import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { useTheme } from '@parlance/shared/theme';
import { isOpenTo } from '../remotes/known/is-open-to.ts';
import type { PartLoader } from '../remotes/known/parts.ts';
import type { Registry } from '../remotes/known/registry.ts';
import { profileScreen } from '../frame/own-screens.ts';
import { actionEntries } from './actions.ts';
import { screenEntries, screenEntry, type EntryGroup } from './entries.ts';
import { useContributed, type Contributions } from './use-contributed.ts';

/** The entries shown without a search: all screens one has, and as many actions as one reads. */
const screensAtFirst = 50;
const actionsAtFirst = 10;

type PaletteEntries = Pick<Contributions, 'forSearch' | 'isLoading' | 'failure'> & {
  readonly groups: readonly EntryGroup[];
};

/** Returns everything that this person can go to or do, and how much of it is loaded. */
export function useEntries({ screens, remotes }: Registry, parts: PartLoader, search: string): PaletteEntries {
  const { t } = useTranslation('host');
  const subject = useSession((session) => session.subject);
  const { choice: theme } = useTheme();
  const reach = { screens, subject };
  const { near, far, ...contributed } = useContributed({ remotes, parts, reach, search });
  const language = currentLanguage();
  const profile = isOpenTo(profileScreen.requires, subject)
    ? [screenEntry({ path: profileScreen.path, title: t(profileScreen.title), icon: 'person' })]
    : [];
  const groups = [
    ...near,
    {
      id: 'screens',
      title: t('palette.groups.screens'),
      shownAtFirst: screensAtFirst,
      entries: [...screenEntries(reach, language, (section) => t(`sections.${section}`)), ...profile],
    },
    ...far,
    {
      id: 'actions',
      title: t('palette.groups.actions'),
      shownAtFirst: actionsAtFirst,
      entries: actionEntries({ t, language, theme }),
    },
  ];
  return { groups, ...contributed };
}
