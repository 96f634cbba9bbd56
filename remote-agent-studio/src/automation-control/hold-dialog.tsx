import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { TickField } from '../executions/tick-field.tsx';
import styles from './control-room.module.css';
import { setHeld } from './use-control.ts';

/** The texts of holding, and of resuming. */
const holding = {
  title: 'hold.title',
  text: 'hold.text',
  missed: 'hold.missed',
  run: 'hold.run',
  done: 'hold.done',
} as const;
const releasing = {
  title: 'release.title',
  text: 'release.text',
  missed: 'release.missed',
  run: 'release.run',
  done: 'release.done',
} as const;

type Props = {
  readonly isHeld: boolean;
  /** Executions that are not over. */ readonly underWay: number;
  readonly close: () => void;
  readonly changed: () => void;
};

/** Explains the effect of holding, or resuming, before it is done. */
export function HoldDialog({ isHeld, underWay, close, changed }: Props) {
  const { t } = useTranslation('automation-control');
  const [cancels, setCancels] = useState(false);
  const { send, isSending, failure } = useSending();
  const words = isHeld ? releasing : holding;
  return (
    <Dialog title={t(words.title)} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await setHeld(!isHeld, cancels);
            snackbar(t(words.done), { tone: 'good' });
            changed();
            close();
            return undefined;
          });
        }}
      >
        <p>{t(words.text)}</p>
        <p>{t(words.missed)}</p>
        {!isHeld && underWay > 0 && (
          <TickField label={t('hold.cancels', { number: underWay })} isChosen={cancels} choose={setCancels} />
        )}
        <FormEnd label={t(words.run)} isDangerous={!isHeld} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
