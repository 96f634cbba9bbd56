import { useState } from 'react';
import type { Folder } from '@parlance/shared/contract/api/folders';
import { folderNameMaxLength } from '@parlance/shared/contract/api/folders';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { DialogEnd, DialogProblem } from '../controls/dialog-end.tsx';
import dialogs from '../controls/dialog-form.module.css';
import { useTrying } from '../controls/use-trying.ts';
import { Failed } from '../loading/failed.tsx';
import type { Folders } from './use-folders.ts';

type Props = {
  readonly folders: Folders;
  /** The present folder; null: none. */
  readonly from: string | null;
  readonly move: (folder: Folder | null) => Promise<void>;
  readonly close: () => void;
};

const none = 'none';
const another = 'another';

/** Asks for the target folder: an existing one, a new one, or none. Arrows choose, Enter moves. */
export function MoveDialog({ folders, from, move, close }: Props) {
  const { t } = useTranslation('chat');
  const { loaded } = folders;
  return (
    <Dialog title={t('dialogues.move')} close={close}>
      {loaded.status === 'failed' && <Failed failure={loaded.failure} retry={folders.retry} />}
      {loaded.status === 'ready' && (
        <Choice folders={loaded.data} create={folders.create} from={from} move={move} close={close} />
      )}
    </Dialog>
  );
}

type ChoiceProps = Omit<Props, 'folders'> & { readonly folders: readonly Folder[]; readonly create: Folders['create'] };

function Choice({ folders, create, from, move, close }: ChoiceProps) {
  const { t } = useTranslation('chat');
  const [chosen, setChosen] = useState(from ?? (folders.length === 0 ? another : none));
  const [name, setName] = useState('');
  const { isTrying, failure, attempt } = useTrying();
  const isUnnamed = chosen === another && name.trim() === '';

  async function moveThere(): Promise<void> {
    const folder = chosen === another ? await create(name.trim()) : (folders.find(({ id }) => id === chosen) ?? null);
    close();
    await move(folder);
  }
  const option = (value: string, label: string) => (
    <label key={value} className={dialogs.option}>
      <input type="radio" name="folder" value={value} checked={chosen === value} onChange={() => setChosen(value)} />
      <span>{label}</span>
    </label>
  );
  return (
    <form
      className={dialogs.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isUnnamed) attempt(moveThere);
      }}
    >
      <fieldset className={dialogs.options}>
        <legend className="visually-hidden">{t('dialogues.folders')}</legend>
        {option(none, t('dialogues.noFolder'))}
        {folders.map(({ id, name: folderName }) => option(id, folderName))}
        {option(another, t('dialogues.newFolder'))}
      </fieldset>
      {chosen === another && (
        <label className={dialogs.field}>
          {t('dialogues.name')}
          <input
            value={name}
            maxLength={folderNameMaxLength}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
      )}
      <DialogProblem failure={failure} />
      <DialogEnd label={t('dialogues.moveHere')} isDisabled={isTrying || isUnnamed} cancel={close} />
    </form>
  );
}
