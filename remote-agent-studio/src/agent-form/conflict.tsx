import { Suspense } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { LoadingState } from '@parlance/shared/ui/page';
import styles from './agent-form.module.css';
import type { Draft } from './use-draft.ts';

const Differences = lazyPart(() => import('../differences/differences.tsx'));

/**
 * Resolves a conflict with somebody's save: both versions are shown, and the person chooses the one to continue.
 * Nothing is lost before.
 */
export function Conflict({ draft }: { readonly draft: Draft }) {
  const { t } = useTranslation('agent-studio');
  if (draft.theirs === null) return null;
  const who = draft.theirs.changed_by?.name ?? t('agentForm.conflict.somebody');
  return (
    <section className={styles.conflict} aria-labelledby="agent-conflict">
      <h2 id="agent-conflict">{t('agentForm.conflict.title', { who })}</h2>
      <p role="alert">{t('agentForm.conflict.text')}</p>
      <Suspense fallback={<LoadingState />}>
        <Differences
          agentId={draft.theirs.id}
          from={draft.theirs.definition}
          to={draft.definition}
          fromName={t('agentForm.conflict.theirs', { who })}
          toName={t('agentForm.conflict.mine')}
        />
      </Suspense>
      <div className="form-actions">
        <button type="button" className="button button-main" onClick={draft.keepMine}>
          {t('agentForm.conflict.keepMine')}
        </button>
        <button type="button" className="button" onClick={draft.acceptTheirs}>
          {t('agentForm.conflict.takeTheirs', { who })}
        </button>
      </div>
    </section>
  );
}
