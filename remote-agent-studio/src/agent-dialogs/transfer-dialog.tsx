import { useState } from 'react';
import type { AgentSummary } from '@parlance/shared/contract/api/agents/agents';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { PeopleField } from '@parlance/shared/ui/people-field';
import { snackbar } from '@parlance/shared/ui/toasts';
import styles from './agent-dialogs.module.css';
import { useTransfer } from './use-access.ts';

type Props = {
  readonly agent: Pick<AgentSummary, 'id' | 'name'>;
  readonly close: () => void;
  readonly changed: () => void;
};

/** Chooses the person who receives an agent. A new choice replaces the previous one. */
export function TransferDialog({ agent, close, changed }: Props) {
  const { t } = useTranslation('agent-studio');
  const [person, choose] = useState<Colleague | null>(null);
  const transfer = useTransfer(agent.id);
  const { send, isSending, failure } = useSending();
  return (
    <Dialog title={t('agentDialogs.transfer.title', { name: agent.name })} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (person === null) return;
          send(async () => {
            await transfer(person.id);
            snackbar(t('agentDialogs.transfer.done', { person: person.name, name: agent.name }), { tone: 'good' });
            changed();
            close();
          });
        }}
      >
        <p>{t('agentDialogs.transfer.text')}</p>
        <PeopleField people={person === null ? [] : [person]} change={(people) => choose(people.at(-1) ?? null)} />
        <FormEnd label={t('agentDialogs.transfer.run')} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
