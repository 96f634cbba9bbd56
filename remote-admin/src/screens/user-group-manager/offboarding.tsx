import type { MemberDetails } from '@parlance/shared/contract/api/members';
import type { Belongings } from '@parlance/shared/contract/api/offboarding';
import { useTranslation } from '@parlance/shared/i18n';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { PeopleField } from '@parlance/shared/ui/people-field';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useState } from 'react';
import styles from './user-group-manager.module.css';
import { handOver, useBelongings } from './use-member.ts';

type Props = { readonly member: MemberDetails; readonly done: () => void; readonly close: () => void };
type Kind = keyof Belongings;
const kinds: readonly Kind[] = ['agents', 'prompt_templates', 'knowledge', 'automations'];
type Person = Parameters<typeof PeopleField>[0]['people'][number];

/** Offboards a member: shows their belongings, asks for the receivers, and hands them over. */
export function Offboarding({ member, done, close }: Props) {
  const belongings = useBelongings(member.id);
  if (belongings.status === 'loading') return <LoadingState />;
  if (belongings.status === 'failed') return <ErrorState error={belongings.failure} onRetry={belongings.retry} />;
  return <HandOver member={member} belongings={belongings.data} done={done} close={close} />;
}

function HandOver({ member, belongings, done, close }: Props & { readonly belongings: Belongings }) {
  const { t } = useTranslation('admin');
  const [receivers, setReceivers] = useState<Readonly<Partial<Record<Kind, Person>>>>({});
  const [isAsked, ask] = useState(false);
  const { send, isSending, failure } = useSending();
  const left = kinds.filter((kind) => belongings[kind] > 0);
  const missing = left.filter((kind) => receivers[kind] === undefined);

  function submit(): void {
    ask(true);
    if (missing.length > 0) return;
    const to = Object.fromEntries(left.map((kind) => [`${kind}_to`, receivers[kind]?.id ?? null]));
    send(async () => {
      await handOver(member.id, to);
      snackbar(t('userGroups.offboarding.done', { name: member.username ?? member.email }), { tone: 'good' });
      done();
      return undefined;
    });
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p>{left.length === 0 ? t('userGroups.offboarding.nothing') : t('userGroups.offboarding.text')}</p>
      {left.map((kind) => {
        const person = receivers[kind];
        return (
          <fieldset key={kind} className={styles.choices}>
            <legend>{t(`userGroups.offboarding.${kind}`, { number: belongings[kind] })}</legend>
            <PeopleField
              people={person === undefined ? [] : [person]}
              change={(people) => setReceivers({ ...receivers, [kind]: people.at(-1) })}
            />
            {isAsked && person === undefined && (
              <p role="alert" className={styles.fault}>
                {t('userGroups.offboarding.missing')}
              </p>
            )}
          </fieldset>
        );
      })}
      <FormEnd
        label={t('userGroups.offboarding.run')}
        isDangerous
        isSending={isSending}
        failure={failure}
        onCancel={close}
      />
    </form>
  );
}
