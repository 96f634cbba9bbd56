import { useTranslation } from '@parlance/shared/i18n';
import { CopyButton } from '@parlance/shared/ui/copy-button';
import { CopyMark } from '@parlance/shared/ui/marks';
import { Menu } from '@parlance/shared/ui/menu';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useCopy } from '@parlance/shared/ui/use-copy';
import controls from '../controls/controls.module.css';
import { ClockIcon, EditIcon } from '../controls/icons.tsx';
import type { Entry } from '../messages/entry.ts';
import message from '../messages/message.module.css';
import actions from './actions.module.css';
import { useTurns } from './turns.ts';
import { useDoing } from './use-doing.ts';
import { Versions } from './versions.tsx';

/** The actions on a prompt: copy and edit; withdraw while it waits. */
export function PromptActions({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('chat');
  const { isFree, isWaiting, setEditedId } = useTurns();
  const { copy, said } = useCopy();
  if (isWaiting(entry.id)) return <Waiting entry={entry} />;
  const edit = () => setEditedId(entry.id);
  return (
    <footer className={`${message.actions} ${actions.ofPrompt}`}>
      <div className={actions.quick}>
        <CopyButton label={t('dialogue.copyPrompt')} textOf={() => entry.answer.text} />
        <button
          type="button"
          className={controls.quiet}
          aria-label={t('dialogue.edit')}
          title={t('dialogue.edit')}
          disabled={!isFree}
          onClick={edit}
        >
          <EditIcon />
        </button>
      </div>
      <Versions entry={entry} />
      <Menu
        label={t('dialogue.promptActions')}
        groups={[
          [
            { label: t('dialogue.copyPrompt'), icon: <CopyMark />, run: () => copy(entry.answer.text) },
            { label: t('dialogue.edit'), icon: <EditIcon />, isDisabled: !isFree, run: edit },
          ],
        ]}
      />
      <span className={actions.said} role="status">
        {said}
      </span>
    </footer>
  );
}

/** The note on a prompt that is asked after the answers before it. */
function Waiting({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation('chat');
  const { cancel } = useTurns();
  const { isDoing, attempt } = useDoing();

  async function takeBack(): Promise<void> {
    if (!(await cancel(entry))) snackbar(t('dialogue.notTakenBack'), { tone: 'warn' });
  }
  return (
    <footer className={`${actions.waiting} ${actions.ofPrompt}`}>
      <ClockIcon />
      <span>{t('dialogue.waiting')}</span>
      <button type="button" className={controls.button} disabled={isDoing} onClick={() => attempt(takeBack)}>
        {t('dialogue.takeBack')}
      </button>
    </footer>
  );
}
