import { useState } from 'react';
import { holdReasonLength, type Hold } from '@parlance/shared/contract/api/retention';
import { emailMaxLength } from '@parlance/shared/contract/values/email';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Field, FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import styles from './retention.module.css';
import { addHold, useHoldTeams } from './use-retention.ts';

const kinds = ['member', 'team', 'organization'] as const;

/** Places a legal hold: its people, its reason, and its end. */
export function HoldDialog({ close, onPlaced }: { readonly close: () => void; readonly onPlaced: () => void }) {
  const { t } = useTranslation('admin');
  const teams = useHoldTeams();
  const [kind, setKind] = useState<Hold['kind']>('member');
  const [email, setEmail] = useState('');
  const [team, setTeam] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const { send, isSending, failure } = useSending();
  const teamId = team === '' ? (teams[0]?.id ?? '') : team;
  return (
    <Dialog title={t('retention.holds.place')} close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(async () => {
            await addHold(
              kind === 'member' ? { kind, email } : kind === 'team' ? { kind, id: teamId } : { kind },
              reason,
              until === '' ? null : until,
            );
            onPlaced();
            close();
          });
        }}
      >
        <fieldset className={styles.whom}>
          <legend>{t('retention.holds.whom')}</legend>
          {kinds
            .filter((it) => it !== 'team' || teams.length > 0)
            .map((it) => (
              <label key={it}>
                <input type="radio" name="whom" checked={kind === it} onChange={() => setKind(it)} />
                {t(`retention.holds.kinds.${it}`)}
              </label>
            ))}
        </fieldset>
        {kind === 'member' && (
          <TextField
            label={t('retention.holds.email')}
            type="email"
            autoComplete="off"
            maxLength={emailMaxLength}
            value={email}
            onType={setEmail}
          />
        )}
        {kind === 'team' && (
          <Field label={t('retention.holds.kinds.team')} hint={t('retention.holds.teamHint')}>
            {(control) => (
              <select {...control} value={teamId} onChange={({ target }) => setTeam(target.value)}>
                {teams.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <TextField
          label={t('retention.holds.reason')}
          hint={t('retention.holds.reasonHint', { least: holdReasonLength.least })}
          isLong
          maxLength={holdReasonLength.most}
          value={reason}
          onType={setReason}
        />
        <Field label={t('retention.holds.until')} hint={t('retention.holds.untilHint')} isOptional>
          {(control) => (
            <input {...control} type="date" value={until} onChange={({ target }) => setUntil(target.value)} />
          )}
        </Field>
        <FormEnd label={t('retention.holds.place')} isSending={isSending} failure={failure} onCancel={close} />
      </form>
    </Dialog>
  );
}
