import { Suspense, useState } from 'react';
import { languageRead } from '@parlance/shared/contract/agents/prompt-template';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { useParams, useSearchParams } from '@parlance/shared/router';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { useLeavingAsks } from '@parlance/shared/ui/leaving';
import { ErrorState, LoadingState, Page } from '@parlance/shared/ui/page';
import { faultsOfDraft, type FoundFault } from '../../templates/draft.ts';
import { Preview } from '../../templates/preview.tsx';
import { SaveEnd, TemplateConflict } from '../../templates/save-panel.tsx';
import { TemplateForm } from '../../templates/template-form.tsx';
import styles from '../../templates/templates.module.css';
import { EditorHead, type EditorPart, editorParts } from './editor-head.tsx';
import { type Editing, type LoadedTemplate, useEditing, useTemplate } from './use-template.ts';

const Versions = lazyPart(() => import('./versions.tsx'));
const Sharing = lazyPart(() => import('./sharing.tsx'));

/** A prompt template: its text, its versions, its access. */
export default function PromptTemplateEditor() {
  const { t } = useTranslation('agent-studio');
  const { templateId = '' } = useParams();
  const loaded = useTemplate(templateId);
  if (loaded.status === 'ready') return <Desk key={templateId} opened={loaded} />;
  return (
    <Page title={t('promptTemplateEditor.title')}>
      {loaded.status === 'loading' ? <LoadingState /> : <ErrorState error={loaded.failure} onRetry={loaded.retry} />}
    </Page>
  );
}

function Desk({ opened }: { readonly opened: LoadedTemplate }) {
  const { t } = useTranslation('agent-studio');
  const editing = useEditing(opened);
  const { template } = editing;
  const [params] = useSearchParams();
  const part: EditorPart = editorParts.find((it) => it === params.get('part')) ?? 'text';
  useLeavingAsks(editing.isChanged);
  return (
    <Page title={template.title || t('promptTemplateEditor.title')}>
      <EditorHead editing={editing} part={part} />
      {editing.theirs !== null && (
        <TemplateConflict
          theirs={editing.theirs}
          mine={editing.draft}
          keepMine={() => editing.settle('mine')}
          takeTheirs={() => editing.settle('theirs')}
          isSending={editing.isSending}
        />
      )}
      {part === 'text' &&
        (template.can.edit ? (
          <Text editing={editing} />
        ) : (
          <Preview definition={template.definition} language={currentLanguage()} />
        ))}
      <Suspense fallback={<LoadingState />}>
        {part === 'versions' && template.can.edit && <Versions editing={editing} />}
        {part === 'sharing' && template.can.share && <Sharing editing={editing} />}
      </Suspense>
    </Page>
  );
}

function Text({ editing }: { readonly editing: Editing }) {
  const { template, draft, change } = editing;
  // Starts in the language that the person would read: an apparently empty form would seem to have lost the text.
  const [language, choose] = useState(() => languageRead(template.definition.body, currentLanguage()));
  const [message, write] = useState('');
  const [isInUse, chooseInUse] = useState(true);
  const [found, blame] = useState<readonly FoundFault[]>([]);
  const faults = [
    ...found,
    ...(editing.isCommandTaken ? [{ code: 'command_taken' as const, name: draft.command }] : []),
  ];

  function save(): void {
    const wrong = faultsOfDraft(draft);
    blame(wrong);
    if (wrong.length > 0) return;
    editing.save(message, isInUse, () => write((now) => (now === message ? '' : now)));
  }
  return (
    <div className={styles.work}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TemplateForm draft={draft} change={change} language={language} choose={choose} faults={faults} />
        <SaveEnd
          message={message}
          write={write}
          isSending={editing.isSending}
          failure={editing.failure}
          faults={faults}
          inUse={{ value: isInUse, choose: chooseInUse, needsReview: template.scope === 'organization' }}
          back="/prompt-template-controller"
        />
        {editing.isChanged && (
          <button type="button" className="button-link" onClick={editing.discard}>
            <Discard />
          </button>
        )}
      </form>
      <Preview definition={draft.definition} language={language} />
    </div>
  );
}

function Discard() {
  const { t } = useTranslation('agent-studio');
  return t('promptTemplateEditor.discard');
}
