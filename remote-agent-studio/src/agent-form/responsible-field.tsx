import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { PeopleField } from '@parlance/shared/ui/people-field';
import { usePerson } from '../people/use-person.ts';
import styles from './agent-form.module.css';
import type { FormProps } from './agent-form.tsx';

/** Chooses the person responsible for an agent's answers: one member, else its owner. */
export function ResponsibleField({ value, onChange, agent }: Pick<FormProps, 'value' | 'onChange' | 'agent'>) {
  const { t } = useTranslation('agent-studio');
  const ownId = useSession(({ whoami }) => whoami?.member_id ?? null);
  const { responsible_id: id } = value;
  const person = usePerson(id);
  const choose = (responsible_id: string | null) => onChange({ responsible_id });
  // Until the name is loaded, and if the member has left, the field shows no name that could be wrong.
  const chosen = id !== null && person.status === 'ready' && person.data !== null ? [person.data] : [];
  const mayChooseOneself = ownId !== null && id !== ownId && agent.owner?.id !== ownId;
  return (
    <div className={styles.responsible}>
      <p>
        {id === null
          ? t('agentForm.responsible.owner', { name: agent.owner?.name ?? t('agentForm.responsible.nobody') })
          : t('agentForm.responsible.about')}
      </p>
      {id !== null && person.status === 'ready' && person.data === null && (
        <p role="status" className={styles.bad}>
          {t('agentForm.responsible.left')}
        </p>
      )}
      <PeopleField people={chosen} change={(people) => choose(people.at(-1)?.id ?? null)} />
      {mayChooseOneself && (
        <button type="button" className="button" onClick={() => choose(ownId)}>
          {t('agentForm.responsible.me')}
        </button>
      )}
    </div>
  );
}
