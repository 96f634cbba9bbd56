import { promptMaxLength } from '@parlance/shared/contract/values/prompt-length';
import type { Action } from '@parlance/shared/contract/agents/automation';
import { useTranslation } from '@parlance/shared/i18n';
import { TextField } from '@parlance/shared/ui/fields';
import { BotField } from './bot-field.tsx';
import { IdsField } from './ids-field.tsx';
import { PlacedField } from './placed-field.tsx';
import type { FaultAt } from './step.tsx';

const lineMaxLength = 200;
const urlMaxLength = 2_000;
const peopleAtMost = 20;
type Props = {
  readonly action: Action;
  readonly at: number;
  readonly fault: FaultAt;
  readonly change: (action: Action) => void;
};

/** The fields of one action. */
export function ActionFields({ action, at, fault, change }: Props) {
  const { t } = useTranslation('agent-automation');
  const faultAt = (field: string) => fault(`actions.${at}.${field}`);
  const wordsAt = (field: string) => {
    const found = faultAt(field);
    return found === undefined ? undefined : t(String(found.key));
  };
  switch (action.kind) {
    case 'dialogue':
      return (
        <>
          <BotField
            label={t('actions.dialogue.agent')}
            id={action.bot_id}
            fault={faultAt('bot_id')}
            change={(bot_id) => change({ ...action, bot_id })}
          />
          <PlacedField
            isLong
            takesAnswer
            label={t('ask.prompt')}
            value={action.prompt}
            maxLength={promptMaxLength}
            fault={faultAt('prompt')}
            change={(prompt) => change({ ...action, prompt })}
          />
        </>
      );
    case 'mail':
      return (
        <>
          <IdsField
            kind="people"
            label={t('actions.mail.to')}
            hint={t('actions.mail.toHint')}
            fault={wordsAt('member_ids')}
            ids={action.member_ids}
            atMost={peopleAtMost}
            change={(member_ids) => change({ ...action, member_ids })}
          />
          <PlacedField
            label={t('actions.mail.subject')}
            value={action.subject}
            maxLength={lineMaxLength}
            fault={faultAt('subject')}
            change={(subject) => change({ ...action, subject })}
          />
          <PlacedField
            isLong
            takesAnswer
            label={t('actions.mail.text')}
            value={action.text}
            maxLength={promptMaxLength}
            fault={faultAt('text')}
            change={(text) => change({ ...action, text })}
          />
        </>
      );
    case 'http':
      return (
        <TextField
          label={t('actions.http.url')}
          hint={t('actions.http.hint')}
          value={action.url}
          inputMode="url"
          maxLength={urlMaxLength}
          fault={faultAt('url')}
          onType={(url) => change({ ...action, url })}
        />
      );
    case 'file':
      return (
        <>
          <IdsField
            kind="folders"
            label={t('actions.file.folder')}
            hint={t('actions.file.hint')}
            fault={wordsAt('knowledge_id')}
            ids={action.knowledge_id === '' ? [] : [action.knowledge_id]}
            atMost={1}
            change={([knowledge_id = '']) => change({ ...action, knowledge_id })}
          />
          <PlacedField
            label={t('actions.file.file')}
            hint={t('actions.file.fileHint', { example: '{{order.id}}' })}
            value={action.name}
            maxLength={lineMaxLength}
            fault={faultAt('name')}
            change={(name) => change({ ...action, name })}
          />
        </>
      );
  }
}
