import {
  getKnowledgeText,
  knowledgeTextMaxLength,
  saveKnowledgeText,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import type { Output } from '@parlance/shared/contract/endpoint';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useEditedEndpoint } from '@parlance/shared/loading';
import { Conflict } from '@parlance/shared/ui/conflict';
import { Dialog } from '@parlance/shared/ui/dialog';
import { useEdited } from '@parlance/shared/ui/edited';
import { FormEnd, TextField, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './knowledge.module.css';
import type { Changing } from './source-dialogs.tsx';

type Text = Output<typeof getKnowledgeText>;
type TextDraft = { readonly content: string };

/** Edits the present text: it overwrites no version the person has not seen. */
export function EditTextDialog(props: Changing) {
  const { t } = useTranslation('agent-studio');
  const {
    source: { id, name },
    close,
  } = props;
  const text = useEditedEndpoint(getKnowledgeText, { params: { source_id: id } });
  return (
    <Dialog title={t('knowledge.editing', { name })} close={close}>
      {text.status === 'loading' && <LoadingState />}
      {text.status === 'failed' && <ErrorState error={text.failure} onRetry={text.retry} />}
      {text.status === 'ready' && <TextForm {...props} loaded={text.data} />}
    </Dialog>
  );
}

function TextForm({ source: { id }, changed, close, loaded }: Changing & { readonly loaded: Text }) {
  const { t } = useTranslation('agent-studio');
  const params = { source_id: id };
  const edited = useEdited<Text, TextDraft>({
    loaded,
    placeOf: () => `knowledge text ${id}`,
    draftOf: ({ content }) => ({ content }),
    revisionOf: ({ revision }) => revision,
    read: () => call(getKnowledgeText, { params }),
  });
  const {
    draft: { content },
    theirs,
  } = edited;
  const { send, isSending, failure } = useSending();

  const save = (over?: Text) =>
    send(async () => {
      const now = await edited.save(async (typed, revision) => {
        await call(saveKnowledgeText, { params, body: { revision, ...typed } });
        return { ...typed, revision: revision + 1 };
      }, over);
      if (now === null) return 'again';
      changed();
      if (edited.isTypedSince()) return 'again';
      close();
      return undefined;
    });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (content.trim() !== '') save();
      }}
    >
      {theirs !== null && (
        <Conflict keepMine={() => save(theirs)} takeTheirs={() => edited.begin(theirs)} isSending={isSending}>
          <details className={styles.theirs}>
            <summary>{t('knowledge.theirs')}</summary>
            <p role="group" tabIndex={0} aria-label={t('knowledge.theirs')}>
              {theirs.content}
            </p>
          </details>
        </Conflict>
      )}
      <TextField
        label={t('knowledge.text.content')}
        hint={t('knowledge.text.hint')}
        isLong
        value={content}
        maxLength={knowledgeTextMaxLength}
        onType={(typed) => edited.change({ content: typed })}
      />
      <FormEnd label={t('knowledge.save')} isSending={isSending} failure={failure} onCancel={close} />
    </form>
  );
}
