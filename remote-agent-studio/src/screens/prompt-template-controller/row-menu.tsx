import type { PromptTemplateSummary } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { useTranslation } from '@parlance/shared/i18n';
import { useReachable } from '@parlance/shared/remote/reachable';
import { useNavigate } from '@parlance/shared/router';
import { Menu, type MenuItem } from '@parlance/shared/ui/menu';
import type { TemplateDialog } from '../../templates/template-dialogs.tsx';
import { useCopies } from '../../templates/use-copies.ts';
import type { ChangeTemplates } from './use-templates.ts';

type Props = {
  readonly template: PromptTemplateSummary;
  readonly open: (dialog: TemplateDialog) => void;
  readonly change: ChangeTemplates;
};

/** The actions on one template that the server allows. */
export default function RowMenu({ template, open, change }: Props) {
  const { t } = useTranslation('agent-studio');
  const go = useNavigate();
  const hasHome = useReachable('/');
  const copies = useCopies(template);
  const { id, title, can, is_archived: isArchived } = template;
  const item = (isThere: boolean, label: string, run: () => void, isDangerous = false): MenuItem[] =>
    isThere ? [{ label, run, isDangerous }] : [];
  return (
    <Menu
      startsOpen
      label={t('agentController.actionsFor', { name: title })}
      groups={[
        [
          ...item(hasHome && can.use, t('promptTemplateController.actions.use'), () => void go(`/?template=${id}`)),
          ...item(can.edit, t('promptTemplateController.actions.edit'), () => void go(`/prompt-template-editor/${id}`)),
          ...item(
            can.edit,
            t('promptTemplateEditor.parts.versions'),
            () => void go(`/prompt-template-editor/${id}?part=versions`),
          ),
        ],
        [
          ...item(can.share, t('promptTemplateController.actions.share'), () => open({ kind: 'share', template })),
          ...item(can.copy, t('promptTemplateEditor.copy'), () => void copies.copy()),
          ...item(can.copy, t('promptTemplateEditor.export'), () => void copies.save()),
        ],
        [
          ...item(
            can.edit,
            t(`promptTemplateController.actions.${isArchived ? 'unarchive' : 'archive'}`),
            () => void change([template], isArchived ? 'unarchive' : 'archive'),
          ),
          ...item(
            can.edit,
            t('promptTemplateController.actions.delete'),
            () => open({ kind: 'delete', template, run: () => change([template], 'delete') }),
            true,
          ),
        ],
      ]}
    />
  );
}
