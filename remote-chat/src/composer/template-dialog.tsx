import type { UsableTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { PromptFields } from '@parlance/shared/ui/prompt-fields';
import styles from './template-dialog.module.css';
import { useFilling, useForm } from './use-template-form.ts';
import type { Form } from './use-template-form.ts';

type Props = { readonly close: () => void; readonly insert: (text: string, files: readonly File[]) => void };

/** The form of a template. Its result goes into the field, to be read and changed before it is sent. */
export default function TemplateDialog({ template, close, insert }: Props & { readonly template: UsableTemplate }) {
  const form = useForm(template);
  return (
    <Dialog title={template.title} close={close}>
      {form.status === 'loading' && <LoadingState />}
      {form.status === 'failed' && <ErrorState error={form.failure} onRetry={form.retry} />}
      {form.status === 'ready' && <Fields form={form.data} close={close} insert={insert} />}
    </Dialog>
  );
}

function Fields({ form, close, insert }: Props & { readonly form: Form }) {
  const { t } = useTranslation('chat');
  const filling = useFilling(form, insert);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        filling.submit();
      }}
    >
      {form.description !== '' && <p className={styles.about}>{form.description}</p>}
      <PromptFields
        definition={form.definition}
        language={filling.language}
        values={filling.values}
        change={filling.enter}
        faults={filling.faults}
        chooseFile={filling.chooseFile}
      />
      <details className={styles.preview}>
        <summary>{t('composer.templates.preview')}</summary>
        <p>{filling.filled.text}</p>
      </details>
      {filling.filled.isTooLong && <p role="status">{t('composer.templates.tooLong')}</p>}
      <FormEnd
        label={t('composer.templates.insert')}
        isSending={filling.isSending}
        failure={filling.failure}
        onCancel={close}
      />
    </form>
  );
}
