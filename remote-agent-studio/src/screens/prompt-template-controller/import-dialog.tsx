import { useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { Field, FormEnd } from '@parlance/shared/ui/fields';
import { useImport } from './use-import.ts';

/** Imports a template from a file that this product, here or elsewhere, has written. */
export default function ImportDialog({ close }: { readonly close: () => void }) {
  const { t } = useTranslation('agent-studio');
  const [file, choose] = useState<File | null>(null);
  const importing = useImport();
  return (
    <Dialog title={t('promptTemplateController.importTitle')} close={close}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (file !== null) importing.take(file);
        }}
      >
        <Field label={t('promptTemplateController.importFile')} hint={t('promptTemplateController.importHint')}>
          {(control) => (
            <input
              {...control}
              type="file"
              accept="application/json,.json"
              required
              onChange={({ target }) => choose(target.files?.[0] ?? null)}
            />
          )}
        </Field>
        <FormEnd
          label={t('promptTemplateController.import')}
          isSending={importing.isSending}
          failure={importing.failure}
          onCancel={close}
        />
      </form>
    </Dialog>
  );
}
