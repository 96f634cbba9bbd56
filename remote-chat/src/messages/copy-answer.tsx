import { useTranslation } from '@parlance/shared/i18n';
import { CopyButton } from '@parlance/shared/ui/copy-button';
import type { Entry } from './entry.ts';
import message from './message.module.css';

/** All that can be done with an answer where it is only read. */
export function CopyAnswer({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('chat');
  if (entry.answer.text === '') return null;
  return (
    <footer className={message.actions}>
      <CopyButton label={t('dialogue.copy')} textOf={() => entry.answer.text} />
    </footer>
  );
}
