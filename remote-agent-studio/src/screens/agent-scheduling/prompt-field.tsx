import { promptMaxLength } from '@parlance/shared/contract/values/prompt-length';
import { useTranslation } from '@parlance/shared/i18n';
import { useReachable } from '@parlance/shared/remote/reachable';
import { TextField } from '@parlance/shared/ui/fields';
import own from './schedule-form.module.css';
import type { PartProps } from './schedule-form.tsx';

/** The prompt, written by hand or made from a prompt template if the person may use those. */
export function PromptField({
  draft: { prompt },
  change,
  faults,
  openTemplates,
}: PartProps & { readonly openTemplates: () => void }) {
  const { t } = useTranslation('agent-scheduling');
  const hasTemplates = useReachable('/prompt-template-controller');
  return (
    <>
      <TextField
        label={t('fields.prompt')}
        hint={t('fields.promptHint')}
        isLong
        value={prompt}
        maxLength={promptMaxLength}
        fault={faults.prompt}
        onType={(typed) => change({ prompt: typed })}
      />
      {hasTemplates && (
        <p className={own.note}>
          <button type="button" className="button" onClick={openTemplates}>
            {t('template.open')}
          </button>
        </p>
      )}
    </>
  );
}
