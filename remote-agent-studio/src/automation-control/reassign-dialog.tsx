import type { ControlEntry } from '@parlance/shared/contract/api/automation-control';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { useSession } from '@parlance/shared/session';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { PeopleField } from '@parlance/shared/ui/people-field';
import { TickField } from '../executions/tick-field.tsx';
import styles from './control-room.module.css';
import { giveEntries } from './use-control.ts';

/** The most names listed; the rest is counted. */
const namesAtMost = 5;

type Props = { readonly entries: readonly ControlEntry[]; readonly close: () => void; readonly changed: () => void };

/** Says whether an entry was active and is paused only for the lack of an owner. */
const waitsForOwner = ({ paused_because: because }: ControlEntry) => because === 'owner' || because === 'given';

/** Hands entries over to one person. That person may resume those that only lacked an owner. */
export function ReassignDialog({ entries, close, changed }: Props) {
  const { t } = useTranslation('automation-control');
  const ownId = useSession(({ whoami }) => whoami?.member_id);
  const [person, choose] = useState<Colleague | null>(null);
  const [isLacking, setLacking] = useState(false);
  const { send, isSending, failure } = useSending();
  const [resumes, setResumes] = useState(false);
  const rest = entries.length - namesAtMost;
  const isSelf = person !== null && person.id === ownId;
  const waiting = entries.filter(waitsForOwner);
  return (
    <Dialog title={t('reassign.title')} close={close}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setLacking(person === null);
          if (person === null) return;
          send(async () => {
            await giveEntries(entries, person.id, isSelf && resumes ? waiting : []);
            changed();
            close();
            return undefined;
          });
        }}
      >
        <ul className={styles.names}>
          {entries.slice(0, namesAtMost).map(({ id, name }) => (
            <li key={id}>{name}</li>
          ))}
          {rest > 0 && <li>{t('reassign.more', { number: rest })}</li>}
        </ul>
        <div>
          <PeopleField people={person === null ? [] : [person]} change={(people) => choose(people.at(-1) ?? null)} />
          {ownId !== undefined && (
            <button
              type="button"
              className="button-link"
              aria-pressed={isSelf}
              onClick={() => choose(isSelf ? null : { id: ownId, name: t('reassign.self') })}
            >
              {t('reassign.toSelf')}
            </button>
          )}
          <div role="alert" className={styles.fault}>
            {isLacking && person === null && t('reassign.lacking')}
          </div>
        </div>
        <p>{isSelf ? t('reassign.selfText') : t('reassign.text')}</p>
        {isSelf && waiting.length > 0 && (
          <TickField label={t('reassign.resumes', { number: waiting.length })} isChosen={resumes} choose={setResumes} />
        )}
        <FormEnd label={t('reassign.run')} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
