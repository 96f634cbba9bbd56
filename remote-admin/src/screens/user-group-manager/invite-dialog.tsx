import {
  invitationDays,
  invitationDaysMax,
  invitedRole,
  type InvitedRole,
} from '@parlance/shared/contract/api/invitations';
import { emailAddress } from '@parlance/shared/contract/values/email';
import { languages, type Language } from '@parlance/shared/contract/values/language';
import * as z from '@parlance/shared/contract/schema';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, endonyms, useTranslation } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useState } from 'react';
import styles from './user-group-manager.module.css';
import { invitePeople } from './use-invitations.ts';
import { useAllTeams } from './use-teams.ts';

/** The most addresses in one dialog; for more there is a file. */
const addressesMax = 50;
const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .filter((part) => part !== '')
      .map((part) => part.toLowerCase()),
  ),
];

export type Terms = { readonly role: InvitedRole; readonly language: Language; readonly days: number };

/** Invites people by their addresses. Failed ones stay in the field, each with its reason. */
export function InviteDialog({ close, changed }: { readonly close: () => void; readonly changed: () => void }) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState('');
  const [terms, setTerms] = useState<Terms>({ role: 'member', language: currentLanguage(), days: invitationDays });
  const [teamNames, setTeamNames] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  // The same key for every retry of an invitation, and another one for a different invitation: the server accepts a key
  // for one only.
  const [keys] = useState(() => new Map<string, string>());
  const { send, isSending } = useSending();

  async function inviteAll(addresses: readonly string[]): Promise<'again' | undefined> {
    const left: string[] = [];
    const reasons: string[] = [];
    for (const email of addresses) {
      const wish = { email, ...terms, teams: [...teamNames] };
      const said = JSON.stringify(wish);
      const idempotency_key = keys.get(said) ?? randomUuid();
      keys.set(said, idempotency_key);
      try {
        await invitePeople({ ...wish, idempotency_key });
      } catch (failure) {
        left.push(email);
        reasons.push(`${email}: ${t(failureKey(failure))}`);
      }
    }
    changed();
    const sent = addresses.length - left.length;
    if (sent > 0) snackbar(t('userGroups.invite.sent', { number: sent }), { tone: 'good' });
    if (left.length === 0) {
      close();
      return undefined;
    }
    setText(left.join('\n'));
    setRefused(reasons);
    return 'again';
  }

  function submit(): void {
    const addresses = addressesIn(text);
    const wrong = addresses.filter((address) => !z.safeParse(emailAddress, address).success);
    setRefused([]);
    if (addresses.length === 0 || addresses.length > addressesMax)
      return setFault(t('userGroups.invite.count', { most: addressesMax }));
    if (wrong.length > 0) return setFault(t('userGroups.invite.wrong', { addresses: wrong.join(', ') }));
    setFault(null);
    send(() => inviteAll(addresses));
  }
  return (
    <Dialog title={t('userGroups.invite.title')} close={close}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          isLong
          label={t('userGroups.invite.addresses')}
          hint={t('userGroups.invite.hint')}
          value={text}
          onType={setText}
        />
        <div role="alert" className={styles.fault}>
          {fault}
          {refused.length > 0 && (
            <ul>
              {refused.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          )}
        </div>
        <TermsFields terms={terms} change={setTerms} />
        <TeamNames chosen={teamNames} choose={setTeamNames} />
        <FormEnd label={t('userGroups.invite.send')} isSending={isSending} failure={null} onCancel={close} />
      </form>
    </Dialog>
  );
}

/** The role, teams and language of the invited people. */
export function TermsFields({ terms, change }: { readonly terms: Terms; readonly change: (terms: Terms) => void }) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.row}>
      <label className={styles.labelled}>
        {t('userGroups.columns.role')}
        <select
          value={terms.role}
          onChange={({ target }) =>
            change({ ...terms, role: invitedRole.options.find((it) => it === target.value) ?? terms.role })
          }
        >
          {invitedRole.options.map((role) => (
            <option key={role} value={role}>
              {t(`userGroups.roles.${role}`)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.labelled}>
        {t('userGroups.invite.language')}
        <select
          value={terms.language}
          onChange={({ target }) =>
            change({ ...terms, language: languages.find((it) => it === target.value) ?? terms.language })
          }
        >
          {languages.map((language) => (
            <option key={language} value={language} lang={language}>
              {endonyms[language]}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.labelled}>
        {t('userGroups.invite.days')}
        <input
          type="number"
          min={1}
          max={invitationDaysMax}
          value={terms.days}
          onChange={({ target }) =>
            change({ ...terms, days: Math.min(invitationDaysMax, Math.max(1, Math.round(target.valueAsNumber) || 1)) })
          }
        />
      </label>
    </div>
  );
}

function TeamNames({
  chosen,
  choose,
}: {
  readonly chosen: readonly string[];
  readonly choose: (names: readonly string[]) => void;
}) {
  const { t } = useTranslation('admin');
  const teams = useAllTeams();
  if (teams.status !== 'ready' || teams.data.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend>{t('userGroups.columns.teams')}</legend>
      {teams.data.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            className={styles.check}
            checked={chosen.includes(name)}
            onChange={() => choose(chosen.includes(name) ? chosen.filter((it) => it !== name) : [...chosen, name])}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
