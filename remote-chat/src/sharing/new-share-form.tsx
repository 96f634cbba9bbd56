import { useState } from 'react';
import type { ShareScope } from '@parlance/shared/contract/api/shares';
import { useTranslation } from '@parlance/shared/i18n';
import { isWhole, type Access } from '@parlance/shared/ui/access';
import { AccessField } from '@parlance/shared/ui/access-field';
import entry from '@parlance/shared/ui/entry.module.css';
import { useSaved } from '@parlance/shared/ui/typed';
import controls from '../controls/controls.module.css';
import { DialogProblem } from '../controls/dialog-end.tsx';
import { expiryOf, lengths } from './expiry.ts';
import type { Length } from './expiry.ts';
import styles from './sharing.module.css';
import type { NewShare } from './use-shares.ts';

const scopes: readonly ShareScope[] = ['people', 'organization', 'link'];

/** Asks for the readers and the lifetime of a share. It shows the dialogue as it is now. */
export function NewShareForm({ share }: { readonly share: (wanted: NewShare) => Promise<void> }) {
  const { t } = useTranslation('chat');
  const saved = useSaved();
  const [access, change] = useState<Access<ShareScope>>({ scope: 'people', people: [], teams: [] });
  const [length, setLength] = useState<Length>('none');
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const [failure, setFailure] = useState<unknown>(null);

  async function tryIt(): Promise<void> {
    if (!isWhole(access)) return;
    setState('busy');
    setFailure(null);
    try {
      await share({ access, expiresAt: expiryOf(length) });
      change({ ...access, people: [], teams: [] });
      saved();
      setState('done');
    } catch (reason) {
      setFailure(reason);
      setState('idle');
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void tryIt();
      }}
    >
      <p className={entry.note}>{t('sharing.asItIs')}</p>
      <AccessField
        legend={t('sharing.with')}
        scopes={scopes}
        access={access}
        change={change}
        names={{
          people: t('sharing.scopes.people'),
          organization: t('sharing.scopes.organization'),
          link: t('sharing.scopes.link'),
        }}
        about={{
          people: t('sharing.scopesAbout.people'),
          organization: t('sharing.scopesAbout.organization'),
          link: t('sharing.scopesAbout.link'),
        }}
      />
      <label className={styles.until}>
        {t('sharing.until')}
        <select
          className={entry.entry}
          value={length}
          onChange={(event) => setLength(lengths.find((it) => it === event.target.value) ?? 'none')}
        >
          {lengths.map((it) => (
            <option key={it} value={it}>
              {t(`sharing.lengths.${it}`)}
            </option>
          ))}
        </select>
      </label>
      <DialogProblem failure={failure} />
      <div className={styles.end}>
        <button
          type="submit"
          className={`${controls.button} ${controls.primary}`}
          disabled={state === 'busy' || !isWhole(access)}
        >
          {t('sharing.share')}
        </button>
        <span role="status" className={entry.note}>
          {state === 'done' && t('sharing.done')}
        </span>
      </div>
    </form>
  );
}
