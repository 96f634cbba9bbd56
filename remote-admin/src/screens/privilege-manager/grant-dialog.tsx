import type { Preview } from '@parlance/shared/contract/api/privileges/privileges';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useState } from 'react';
import { HolderField, type HolderChoice } from './holder-field.tsx';
import { Changes } from './preview-dialog.tsx';
import styles from './privilege-manager.module.css';
import { giveGrant, useAllSets } from './use-grants.ts';
import { loadPreview } from './use-set.ts';

type Props = { readonly setId: string | null; readonly close: () => void; readonly changed: () => void };

/** Grants a set to a member or a team, for good or until the end of a day. */
export function GrantDialog(props: Props) {
  const { t } = useTranslation('admin');
  return (
    <Dialog title={t('privileges.give.title')} close={props.close}>
      <GrantForm {...props} />
    </Dialog>
  );
}

/** Returns the last moment of a calendar day in the person's time zone. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString();

function GrantForm({ setId, close, changed }: Props) {
  const { t } = useTranslation('admin');
  const sets = useAllSets();
  const [chosenSet, chooseSet] = useState(setId ?? '');
  const [holder, setHolder] = useState<HolderChoice>({ kind: 'member', one: null });
  const [day, setDay] = useState('');
  const [preview, setPreview] = useState<Preview | null>(null);
  const [isLacking, setLacking] = useState(false);
  const { send, isSending, failure } = useSending();
  if (sets.status === 'loading') return <LoadingState />;
  if (sets.status === 'failed') return <ErrorState error={sets.failure} onRetry={sets.retry} />;

  const work = (does: (to: { kind: 'member' | 'team'; id: string }) => Promise<'again' | undefined>) => {
    const { kind, one } = holder;
    setLacking(one === null || chosenSet === '');
    if (one !== null && chosenSet !== '') send(() => does({ kind, id: one.id }));
  };
  const grant = () =>
    work(async (to) => {
      await giveGrant(chosenSet, to, day === '' ? null : endOf(day));
      snackbar(t('privileges.give.done'), { tone: 'good' });
      changed();
      close();
      return undefined;
    });
  const look = () =>
    work(async (to) => {
      setPreview(await loadPreview({ holder: to, set_id: chosenSet, statements: null, is_granted: true }));
      return 'again';
    });
  return (
    <form
      className={styles.dialog}
      onSubmit={(event) => {
        event.preventDefault();
        grant();
      }}
    >
      <label className={styles.labelled}>
        {t('privileges.grants.set')}
        <select value={chosenSet} onChange={({ target }) => chooseSet(target.value)}>
          <option value="">{t('privileges.give.choose')}</option>
          {sets.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <HolderField chosen={holder} choose={setHolder} />
      <label className={styles.labelled}>
        {t('privileges.give.until')}
        <input type="date" value={day} onChange={({ target }) => setDay(target.value)} />
      </label>
      <p className={styles.hint}>{t('privileges.give.untilHint')}</p>
      <div role="alert" className={styles.fault}>
        {isLacking && t('privileges.give.lacking')}
      </div>
      <Changes preview={preview} />
      <FormEnd label={t('privileges.give.run')} isSending={isSending} failure={failure} onCancel={close}>
        <button type="button" className="button" onClick={look}>
          {t('privileges.preview.open')}
        </button>
      </FormEnd>
    </form>
  );
}
