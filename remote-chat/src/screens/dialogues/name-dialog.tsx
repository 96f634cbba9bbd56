import { useId, useState } from 'react';
import { titleMaxLength } from '@parlance/shared/contract/api/dialogues';
import { folderNameMaxLength } from '@parlance/shared/contract/api/folders';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { DialogEnd, DialogProblem } from '../../controls/dialog-end.tsx';
import dialogs from '../../controls/dialog-form.module.css';
import { useTrying } from '../../controls/use-trying.ts';

type Props = {
  readonly kind: 'dialogue' | 'folder' | 'new-folder';
  readonly name: string;
  /** Saves the name. Rejects with the reason of a failure. */
  readonly save: (name: string) => Promise<unknown>;
  readonly close: () => void;
};

/** Asks for a name. A refusal by the server is shown below the field, which keeps the input. */
export function NameDialog({ kind, name, save, close }: Props) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState(name);
  const { isTrying, failure, attempt } = useTrying();
  const problem = useId();
  const titles = {
    dialogue: t('dialogues.renameTitle'),
    folder: t('dialogues.renameFolder'),
    'new-folder': t('dialogues.newFolder'),
  };
  const wanted = text.trim();

  async function keep(): Promise<void> {
    if (wanted !== name) await save(wanted);
    close();
  }
  return (
    <Dialog title={titles[kind]} close={close}>
      <form
        className={dialogs.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted !== '') attempt(keep);
        }}
      >
        <label className={dialogs.field}>
          {t('dialogues.name')}
          <input
            value={text}
            maxLength={kind === 'dialogue' ? titleMaxLength : folderNameMaxLength}
            autoComplete="off"
            aria-invalid={failure !== null}
            aria-describedby={failure === null ? undefined : problem}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
        <DialogProblem id={problem} failure={failure} />
        <DialogEnd label={t('dialogues.save')} isDisabled={isTrying || wanted === ''} cancel={close} />
      </form>
    </Dialog>
  );
}
