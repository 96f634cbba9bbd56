import { useTranslation } from '@parlance/shared/i18n';
import { useCopiedAnswer } from '@parlance/shared/ui/answer';
import { CopyButton } from '@parlance/shared/ui/copy-button';
import type { Entry } from './entry.ts';
import message from './message.module.css';

/** The only action on a read-only answer. */
export function CopyAnswer({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('chat');
  const copied = useCopiedAnswer();
  if (entry.answer.text === '') return null;
  return (
    <footer className={message.actions}>
      <CopyButton label={t('dialogue.copy')} textOf={() => copied(entry.answer)} />
    </footer>
  );
}
