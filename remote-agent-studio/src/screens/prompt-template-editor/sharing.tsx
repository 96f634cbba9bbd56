import { useState } from 'react';
import type {
  TemplateReview,
  TemplateScope,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { refusalMaxLength } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { useTranslation } from '@parlance/shared/i18n';
import { bodyOf, isWhole, type Access } from '@parlance/shared/ui/access';
import { AccessField } from '@parlance/shared/ui/access-field';
import { SubmitFailure, TextField } from '@parlance/shared/ui/fields';
import { scopeNames, scopes, scopesAbout } from '../../templates/scope-names.ts';
import styles from './editor.module.css';
import type { Editing } from './use-template.ts';

/** The access to a template, with the administrator's review that sharing with everybody requires. */
export default function Sharing({ editing }: { readonly editing: Editing }) {
  const { t } = useTranslation('agent-studio');
  const { template } = editing;
  const [access, change] = useState<Access<TemplateScope>>({
    scope: template.scope,
    people: template.people,
    teams: template.teams,
  });
  return (
    <div className={styles.sharing}>
      {template.review !== null && <Review review={template.review} editing={editing} />}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          editing.share(bodyOf(access));
        }}
      >
        <AccessField
          legend={t('promptTemplateEditor.sharing.title')}
          scopes={scopes}
          access={access}
          change={change}
          names={scopeNames(t)}
          about={scopesAbout(t)}
        />
        <SubmitFailure failure={editing.failure} />
        <div className="form-actions">
          <button type="submit" className="button button-main" disabled={!isWhole(access) || editing.isSending}>
            {t('promptTemplateEditor.sharing.save')}
          </button>
        </div>
      </form>
    </div>
  );
}

/** The pending review, or the reason of a refusal. Its author or requester waits for somebody else. */
function Review({ review, editing }: { readonly review: TemplateReview; readonly editing: Editing }) {
  const { t } = useTranslation('agent-studio');
  const [reason, write] = useState('');
  const { version } = review;
  const asked = t('promptTemplateEditor.review.asked', {
    name: review.asked_by?.name ?? t('promptTemplateForm.conflict.somebody'),
    number: version,
  });
  return (
    <section className={styles.review} aria-label={t('promptTemplateEditor.review.title')}>
      <p>
        {review.state === 'refused'
          ? t('promptTemplateEditor.review.refusedBecause', { reason: review.reason })
          : asked}
      </p>
      {review.state === 'pending' && !editing.template.can.review && (
        <p className={styles.quiet}>{t('promptTemplateEditor.review.waits')}</p>
      )}
      {editing.template.can.review && (
        <>
          <TextField
            label={t('promptTemplateEditor.review.reason')}
            isOptional
            isLong
            value={reason}
            maxLength={refusalMaxLength}
            onType={write}
          />
          <div className={styles.row}>
            <button
              type="button"
              className="button button-main"
              disabled={editing.isSending}
              onClick={() => editing.decide({ decision: 'approve', version })}
            >
              {t('promptTemplateEditor.review.approve')}
            </button>
            <button
              type="button"
              className="button"
              disabled={editing.isSending || reason.trim() === ''}
              onClick={() => editing.decide({ decision: 'refuse', version, reason: reason.trim() })}
            >
              {t('promptTemplateEditor.review.refuse')}
            </button>
          </div>
        </>
      )}
    </section>
  );
}
