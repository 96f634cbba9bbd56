import type { LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';
import type { useTranslation } from '@parlance/shared/i18n';

type Translate = ReturnType<typeof useTranslation<'admin'>>['t'];

/** Returns the name of a member, or the alias while names are hidden. */
export const memberText = (t: Translate, { name, alias }: LoggedDialogue['member']): string =>
  name ?? t('dialogueLog.alias', { alias });
