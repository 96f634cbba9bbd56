import type { ReactNode } from 'react';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import styles from './knowledge.module.css';

type Props = {
  readonly title: string;
  /** The label of the button. */
  readonly label: string;
  readonly isReady?: boolean;
  readonly isDangerous?: boolean;
  readonly run: () => Promise<void>;
  readonly close: () => void;
  readonly children: ReactNode;
};

/** A dialog with a form that acts on a source. The input survives a failure. */
export function SourceForm({ title, label, isReady = true, isDangerous = false, run, close, children }: Props) {
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={title} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          send(async () => {
            await run();
            return undefined;
          });
        }}
      >
        {children}
        <FormEnd label={label} isDangerous={isDangerous} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
