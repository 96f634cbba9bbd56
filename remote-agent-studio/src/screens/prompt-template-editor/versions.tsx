import { Suspense, useState } from 'react';
import type { TemplateVersion } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { PromptTemplateDefinition } from '@parlance/shared/contract/agents/prompt-template';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { useNavigate } from '@parlance/shared/router';
import { MoreRows, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { ErrorState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import styles from './editor.module.css';
import { type Editing, loadVersion, useVersions } from './use-template.ts';

const Compare = lazyPart(() => import('../../templates/compare.tsx'));

/** The versions of a template: compared with the draft, restored into the form, put into use. */
export default function Versions({ editing }: { readonly editing: Editing }) {
  const { t } = useTranslation('agent-studio');
  const { template } = editing;
  const pages = useVersions(template.id, template.revision);
  if (pages.rows.status === 'loading') return <TableSkeleton />;
  if (pages.rows.status === 'failed') return <ErrorState error={pages.rows.failure} onRetry={pages.reload} />;
  return (
    <>
      <ol className={styles.versions} reversed>
        {pages.rows.data.map((version) => (
          <Version key={version.id} version={version} editing={editing} />
        ))}
      </ol>
      <MoreRows more={pages.more} label={t('promptTemplateEditor.versions.more')} />
    </>
  );
}

function Version({ version, editing }: { readonly version: TemplateVersion; readonly editing: Editing }) {
  const { t } = useTranslation('agent-studio');
  const navigate = useNavigate();
  const [compared, compare] = useState<PromptTemplateDefinition | null>(null);
  const { number, message, created_at: at, created_by: by } = version;
  const isNext = editing.template.review?.state === 'pending' && editing.template.review.version === number;

  async function withDefinition(take: (definition: PromptTemplateDefinition) => void): Promise<void> {
    try {
      take(await loadVersion(editing.template.id, number));
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
  }
  const restore = () =>
    withDefinition((definition) => {
      editing.change({ ...editing.draft, definition });
      snackbar(t('promptTemplateEditor.versions.restored', { number }));
      void navigate('?');
    });
  return (
    <li>
      <div>
        <h2>{t('promptTemplateEditor.versions.version', { number })}</h2>
        {version.is_in_use && <strong>{t('promptTemplateEditor.versions.inUse')}</strong>}
        {isNext && <strong>{t('promptTemplateEditor.review.pending')}</strong>}
      </div>
      {message !== '' && <p>{message}</p>}
      <p>
        {by?.name ?? t('promptTemplateForm.conflict.somebody')} ·{' '}
        <time dateTime={at}>{formatDate(currentLanguage(), at)}</time>
      </p>
      <div className={styles.row}>
        <button
          type="button"
          className="button"
          aria-expanded={compared !== null}
          onClick={() => (compared === null ? void withDefinition(compare) : compare(null))}
        >
          {t('promptTemplateForm.compare.title')}
        </button>
        <button type="button" className="button" onClick={() => void restore()}>
          {t('promptTemplateEditor.versions.restore')}
        </button>
        {!version.is_in_use && !isNext && (
          <button
            type="button"
            className="button"
            disabled={editing.isSending}
            onClick={() => editing.putInUse(number)}
          >
            {editing.template.scope === 'organization'
              ? t('promptTemplateEditor.versions.askToUse')
              : t('promptTemplateEditor.versions.use')}
          </button>
        )}
      </div>
      {compared !== null && (
        <Suspense fallback={null}>
          <Compare before={compared} after={editing.draft.definition} />
        </Suspense>
      )}
    </li>
  );
}
