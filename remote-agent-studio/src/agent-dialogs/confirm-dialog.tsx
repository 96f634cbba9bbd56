import { Dialog } from '@parlance/shared/ui/dialog';
import type { ReactNode } from 'react';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';

type Props = {
  readonly title: string;
  /** The explanation. */
  readonly text: string;
  /** Content below it. */
  readonly more?: ReactNode;
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly run: () => Promise<void>;
  readonly close: () => void;
};

/** Asks for confirmation, and shows the reason of a failure. */
export function ConfirmDialog({ title, text, more, label, isDangerous = false, run, close }: Props) {
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={title} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await run();
            close();
          });
        }}
      >
        <p>{text}</p>
        {more}
        <FormEnd label={label} isDangerous={isDangerous} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
