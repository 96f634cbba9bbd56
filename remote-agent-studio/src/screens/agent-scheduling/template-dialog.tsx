import { useState } from 'react';
import type { getUsableTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { Output } from '@parlance/shared/contract/endpoint';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Field, FormEnd } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { PromptFields } from '@parlance/shared/ui/prompt-fields';
import { useFilling, useTemplate, useTemplates } from './use-templates.ts';

type Props = { readonly insert: (text: string) => void; readonly close: () => void };

/** Fills in a prompt template once: the result is the prompt of every execution. */
export default function TemplateDialog({ insert, close }: Props) {
  const { t } = useTranslation('agent-scheduling');
  const templates = useTemplates();
  const [id, choose] = useState('');
  return (
    <Dialog title={t('template.title')} close={close}>
      <div>
        {templates.status === 'loading' && <LoadingState />}
        {templates.status === 'failed' && <ErrorState error={templates.failure} onRetry={templates.retry} />}
        {templates.status === 'ready' && templates.data.length === 0 && <p>{t('template.none')}</p>}
        {templates.status === 'ready' && templates.data.length > 0 && (
          <Field label={t('template.which')}>
            {(control) => (
              <select {...control} value={id} onChange={({ target }) => choose(target.value)}>
                <option value="">{t('template.choose')}</option>
                {templates.data.map((template) => (
                  <option key={template.id} value={template.id}>
                    {template.title}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {id !== '' && <Chosen key={id} id={id} insert={insert} close={close} />}
      </div>
    </Dialog>
  );
}

function Chosen({ id, insert, close }: Props & { readonly id: string }) {
  const template = useTemplate(id);
  if (template.status === 'loading') return <LoadingState />;
  if (template.status === 'failed') return <ErrorState error={template.failure} onRetry={template.retry} />;
  return <Filling form={template.data} insert={insert} close={close} />;
}

function Filling({ form, insert, close }: Props & { readonly form: Output<typeof getUsableTemplate> }) {
  const { t } = useTranslation('agent-scheduling');
  const filling = useFilling(form, insert);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        filling.submit();
      }}
    >
      <PromptFields
        definition={form.definition}
        language={filling.language}
        values={filling.values}
        change={filling.enter}
        faults={filling.faults}
      />
      {filling.isTooLong && <p role="alert">{t('template.tooLong')}</p>}
      <FormEnd label={t('template.insert')} isSending={filling.isSending} failure={filling.failure} onCancel={close} />
    </form>
  );
}
