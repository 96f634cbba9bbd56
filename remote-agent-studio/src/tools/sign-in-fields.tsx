import { useState } from 'react';
import { signInServerName, toolSignInPath } from '@parlance/shared/contract/api/tools/connected-accounts';
import type { ToolDetails } from '@parlance/shared/contract/api/tools';
import type { ApiFailure } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { CopyButton } from '@parlance/shared/ui/copy-button';
import { Field, TextField, type Faults } from '@parlance/shared/ui/fields';
import { secretToGiveAnew, type SignIn, type ToolField, type ToolValues } from './tool-form.ts';
import styles from './tools.module.css';

export type ClientSecret = {
  /** Null keeps the stored one, which is never shown. */
  readonly value: string | null;
  readonly change: (value: string) => void;
  /** Says whether a refusal is about the secret; it is then to be entered anew. */
  readonly refused: (refusal: ApiFailure) => boolean;
};

/** Manages the client secret of a tool being edited. */
export function useClientSecret(tool: ToolDetails | null): ClientSecret {
  const [value, change] = useState<string | null>(tool?.has_client_secret === true ? null : '');
  return {
    value,
    change,
    refused: (refusal) => {
      if (!secretToGiveAnew(refusal)) return false;
      change((before) => before ?? '');
      return true;
    },
  };
}

type Props = {
  readonly values: ToolValues;
  readonly faults: Faults<ToolField>;
  readonly type: (field: ToolField, value: string) => void;
  readonly secret: ClientSecret;
};

/** Who signs in to an MCP server, and as which client of it. */
export function SignInFields({ values, faults, type, secret }: Props) {
  const { t } = useTranslation('agent-studio');
  const isPerson = values.signIn === 'person';
  const hint = { '': undefined, person: t('tools.signIn.about'), organization: t('tools.signIn.aboutOrganization') };
  return (
    <>
      <Field label={t('tools.signIn.who')} hint={hint[values.signIn as SignIn]}>
        {(control) => (
          <select {...control} value={values.signIn} onChange={({ target }) => type('signIn', target.value)}>
            <option value="">{t('tools.signIn.nobody')}</option>
            <option value="person">{t('tools.signIn.person')}</option>
            <option value="organization">{t('tools.signIn.organization')}</option>
          </select>
        )}
      </Field>
      {values.signIn !== '' && (
        <>
          <TextField
            label={t('tools.signIn.clientId')}
            hint={isPerson ? t('tools.signIn.clientIdHint') : undefined}
            isOptional={isPerson}
            autoComplete="off"
            value={values.clientId}
            maxLength={500}
            fault={faults.clientId}
            onType={(it) => type('clientId', it)}
          />
          {(!isPerson || values.clientId.trim() !== '') && (
            <Secret secret={secret} faults={faults} type={type} isKey={!isPerson} />
          )}
          {isPerson && <RedirectAddress url={values.url} />}
        </>
      )}
    </>
  );
}

/** The secret of the client; `isKey`: it is needed, and may be a private key. */
function Secret({
  secret: { value, change },
  faults,
  type,
  isKey,
}: Pick<Props, 'secret' | 'faults' | 'type'> & { readonly isKey: boolean }) {
  const { t } = useTranslation('agent-studio');
  const label = isKey ? t('tools.signIn.secretOrKey') : t('tools.signIn.clientSecret');
  if (value === null)
    return (
      <div className={styles.header}>
        <span className={styles.name}>{label}</span>
        <p className={styles.note}>{t('tools.headers.kept')}</p>
        <div className={styles.buttons}>
          <button type="button" className="button" onClick={() => change('')}>
            {t('tools.signIn.replaceSecret')}
          </button>
        </div>
      </div>
    );
  return (
    <Field
      label={label}
      hint={isKey ? t('tools.signIn.secretOrKeyHint') : t('tools.signIn.clientSecretHint')}
      fault={faults.clientSecret}
      isOptional={!isKey}
    >
      {(control) => (
        <input
          {...control}
          type="password"
          autoComplete="new-password"
          maxLength={8_000}
          value={value}
          onChange={({ target }) => {
            change(target.value);
            // Takes back the fault.
            type('clientSecret', '');
          }}
        />
      )}
    </Field>
  );
}

/** The address that the server has to know of this installation, to copy. */
function RedirectAddress({ url }: { readonly url: string }) {
  const { t } = useTranslation('agent-studio');
  const server = signInServerName(url.trim());
  if (server === '') return null;
  const address = `${window.location.origin}${toolSignInPath}/${server}`;
  return (
    <p className={styles.note}>
      {t('tools.signIn.redirect')} <code>{address}</code>{' '}
      <CopyButton label={t('tools.signIn.copyRedirect')} textOf={() => address} />
    </p>
  );
}

/** Offered when a server has refused to be read without a sign-in. */
export function SignInOffer({ take }: { readonly take: () => void }) {
  const { t } = useTranslation('agent-studio');
  return (
    <div className={styles.conflict} role="status">
      <p>{t('tools.signIn.offer')}</p>
      <button type="button" className="button" onClick={take}>
        {t('tools.signIn.takeOffer')}
      </button>
    </div>
  );
}
