import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { failureKey } from '@parlance/shared/http';
import { hasUnsaved } from './draft-state.ts';
import styles from './agent-form.module.css';
import type { Draft } from './use-draft.ts';
import type { Colleague } from '@parlance/shared/contract/values/colleague';

/** The save state of the draft in words, and the colleagues who have it open. */
export function SaveState({ draft, others }: { readonly draft: Draft; readonly others: readonly Colleague[] }) {
  const { t } = useTranslation('agent-studio');
  const names = new Intl.ListFormat(currentLanguage()).format(others.map(({ name }) => name));
  return (
    <div className={styles.state}>
      <span role="status">
        {draft.theirs !== null
          ? t('agentForm.save.conflict')
          : draft.failure !== null
            ? t('agentForm.save.failed')
            : draft.isSaving || hasUnsaved(draft)
              ? t('agentForm.save.saving')
              : t('agentForm.save.saved')}
      </span>
      {draft.failure !== null && (
        <span role="alert" className={styles.bad}>
          {t(failureKey(draft.failure))}{' '}
          <button type="button" className="button-link" onClick={() => void draft.save()}>
            {t('agentForm.save.again')}
          </button>
        </span>
      )}
      {others.length > 0 && <span>{t('agentForm.alsoOpen', { names })}</span>}
    </div>
  );
}
