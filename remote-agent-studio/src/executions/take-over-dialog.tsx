import './texts.ts';
import { useState } from 'react';
import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { TickField } from './tick-field.tsx';

type Props = {
  readonly of: {
    readonly name: string;
    readonly state: 'active' | 'paused' | 'ended';
    readonly paused_because: PauseReason | null;
  };
  /** Takes it over, and resumes it at once on request. */
  readonly run: (resumes: boolean) => Promise<void>;
  readonly close: () => void;
};

/** Explains the effect of taking something over, and offers to resume it if it was active until it lost its owner. */
export function TakeOverDialog({ of: { name, state, paused_because: because }, run, close }: Props) {
  const { t } = useTranslation('executions');
  const [resumes, setResumes] = useState(false);
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('takeOver.title', { name })} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await run(resumes);
            close();
          });
        }}
      >
        <p>{t('takeOver.text')}</p>
        {because === 'owner' && <TickField label={t('takeOver.resumes')} isChosen={resumes} choose={setResumes} />}
        {because !== 'owner' && state === 'paused' && <p>{t('takeOver.stays')}</p>}
        <FormEnd label={t('takeOver.run')} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
