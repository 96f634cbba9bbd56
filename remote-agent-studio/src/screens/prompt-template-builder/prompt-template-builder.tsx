import { useState } from 'react';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { Page } from '@parlance/shared/ui/page';
import { faultsOfDraft, type FoundFault } from '../../templates/draft.ts';
import { Preview } from '../../templates/preview.tsx';
import { SaveEnd } from '../../templates/save-panel.tsx';
import { TemplateForm } from '../../templates/template-form.tsx';
import styles from '../../templates/templates.module.css';
import { useNewTemplate } from './use-new-template.ts';

/** A new prompt template, with its result beside it. */
export default function PromptTemplateBuilder() {
  const { t } = useTranslation('agent-studio');
  const making = useNewTemplate();
  const { draft, change } = making;
  const [language, choose] = useState(currentLanguage);
  const [message, write] = useState('');
  const [faults, blame] = useState<readonly FoundFault[]>([]);
  useLeavingAsks(making.isChanged && !making.isSending);

  function save(): void {
    const found = faultsOfDraft(draft);
    blame(found);
    if (found.length === 0) making.make(message);
  }
  const taken: readonly FoundFault[] = making.isCommandTaken ? [{ code: 'command_taken', name: draft.command }] : [];
  return (
    <Page title={t('promptTemplateBuilder.title')}>
      <div className={styles.work}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <TemplateForm
            draft={draft}
            change={change}
            language={language}
            choose={choose}
            faults={[...faults, ...taken]}
          />
          <SaveEnd
            message={message}
            write={write}
            isSending={making.isSending}
            failure={taken.length > 0 ? null : making.failure}
            faults={[...faults, ...taken]}
            back="/prompt-template-controller"
          />
        </form>
        <Preview definition={draft.definition} language={language} />
      </div>
    </Page>
  );
}
