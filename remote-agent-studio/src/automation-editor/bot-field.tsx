import { useTranslation } from '@parlance/shared/i18n';
import { Field, type Fault } from '@parlance/shared/ui/fields';
import { useBots } from './use-choices.ts';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly id: string;
  readonly fault: Fault | undefined;
  readonly change: (id: string) => void;
};

/** Chooses one of the agents that the person may ask. */
export function BotField({ label, hint, id, fault, change }: Props) {
  const { t } = useTranslation('agent-automation');
  const bots = useBots();
  const items = bots.status === 'ready' ? bots.data : [];
  const isGone = id !== '' && bots.status === 'ready' && !items.some((bot) => bot.id === id);
  return (
    <Field
      label={label}
      hint={bots.status === 'failed' ? t('ask.botsFailed') : isGone ? t('ask.agentGone') : hint}
      fault={fault}
    >
      {(control) => (
        <select {...control} value={id} required onChange={({ target }) => change(target.value)}>
          <option value="">{t('ask.choose')}</option>
          {id !== '' && !items.some((bot) => bot.id === id) && <option value={id}>{isGone ? t('gone') : '…'}</option>}
          {items.map((bot) => (
            <option key={bot.id} value={bot.id}>{`${bot.avatar} ${bot.name}`}</option>
          ))}
        </select>
      )}
    </Field>
  );
}
