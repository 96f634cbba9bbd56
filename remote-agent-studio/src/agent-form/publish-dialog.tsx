import { useState } from 'react';
import type { Agent } from '@parlance/shared/contract/api/agents/agents';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { accessNames } from '../agents/agent-names.ts';
import { publishDraft } from './use-agent.ts';
import type { Draft } from './use-draft.ts';

type Props = {
  readonly agent: Agent;
  readonly draft: Draft;
  readonly close: () => void;
  readonly published: () => void;
};

/** Publishes an agent: asks for a name and a message, shows its future users and missing parts. */
export default function PublishDialog({ agent, draft, close, published }: Props) {
  const { t } = useTranslation('agent-studio');
  const [name, setName] = useState('');
  const [message, setMessage] = useState('');
  const { send, isSending, failure } = useSending();
  const isNameless = Object.values(draft.definition.name).every((it) => it.trim() === '');
  return (
    <Dialog title={t('agentForm.publish.title')} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isNameless) return;
          send(async () => {
            const number = await publishDraft(agent.id, { revision: draft.revision, name, message });
            snackbar(t('agentForm.publish.done', { number }), { tone: 'good' });
            published();
            close();
          });
        }}
      >
        <TextField label={t('agentForm.publish.name')} isOptional value={name} maxLength={100} onType={setName} />
        <TextField
          label={t('agentForm.publish.message')}
          hint={t('agentForm.publish.messageHint')}
          isOptional
          isLong
          value={message}
          maxLength={2_000}
          onType={setMessage}
        />
        <p>{t('agentForm.publish.who', { access: accessNames(t)[agent.access] })}</p>
        {isNameless && (
          <p role="alert" className="field-fault">
            {t('agentForm.publish.nameless')}
          </p>
        )}
        <FormEnd label={t('agentForm.publish.run')} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
