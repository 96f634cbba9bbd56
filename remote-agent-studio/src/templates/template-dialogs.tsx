import { useState } from 'react';
import type {
  PromptTemplateSummary,
  TemplateScope,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { PromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { isWhole, type Access } from '@parlance/shared/ui/access';
import { AccessField } from '@parlance/shared/ui/access-field';
import { Dialog } from '@parlance/shared/ui/dialog';
import { FormEnd, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { snackbar } from '@parlance/shared/ui/toasts';
import { ConfirmDialog } from '../agent-dialogs/confirm-dialog.tsx';
import { scopeNames, scopes, scopesAbout } from './scope-names.ts';
import { useTemplateAccess } from './use-template-access.ts';

/** The dialogs about one template of the list. */
export type TemplateDialog =
  | { readonly kind: 'share'; readonly template: PromptTemplateSummary }
  | { readonly kind: 'delete'; readonly template: PromptTemplateSummary; readonly run: () => Promise<void> };

type Props = { readonly dialog: TemplateDialog; readonly close: () => void; readonly changed: () => void };

/** The dialogs of templates: fetched with the first one that is opened. */
export default function TemplateDialogs({ dialog, close, changed }: Props) {
  const { t } = useTranslation('agent-studio');
  const { template } = dialog;
  if (dialog.kind === 'share') return <ShareDialog template={template} close={close} changed={changed} />;
  return (
    <ConfirmDialog
      title={t('promptTemplateController.deleteTitle', { title: template.title })}
      text={t('promptTemplateController.deleteText', { number: formatNumber(currentLanguage(), template.uses) })}
      label={t('promptTemplateController.actions.delete')}
      isDangerous
      run={dialog.run}
      close={close}
    />
  );
}

function ShareDialog({
  template,
  close,
  changed,
}: Omit<Props, 'dialog'> & { readonly template: PromptTemplateSummary }) {
  const { t } = useTranslation('agent-studio');
  const { loaded, share } = useTemplateAccess(template.id);
  return (
    <Dialog title={t('promptTemplateController.shareTitle', { title: template.title })} close={close}>
      {loaded.status === 'loading' && <LoadingState />}
      {loaded.status === 'failed' && <ErrorState error={loaded.failure} onRetry={loaded.retry} />}
      {loaded.status === 'ready' && <ShareForm template={loaded.data} share={share} close={close} changed={changed} />}
    </Dialog>
  );
}

type Form = {
  readonly template: PromptTemplate;
  readonly share: ReturnType<typeof useTemplateAccess>['share'];
  readonly close: () => void;
  readonly changed: () => void;
};

function ShareForm({ template, share, close, changed }: Form) {
  const { t } = useTranslation('agent-studio');
  const [access, change] = useState<Access<TemplateScope>>({
    scope: template.scope,
    people: template.people,
    teams: template.teams,
  });
  const { send, isSending, failure } = useSending();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole(access)) return;
        send(async () => {
          await share(access);
          snackbar(t('promptTemplateEditor.sharing.saved'), { tone: 'good' });
          changed();
          close();
        });
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
      <FormEnd
        label={t('promptTemplateEditor.sharing.save')}
        isSending={isSending}
        failure={failure}
        onCancel={close}
      />
    </form>
  );
}
