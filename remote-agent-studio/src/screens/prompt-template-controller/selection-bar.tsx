import type { TemplateView } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { useTranslation } from '@parlance/shared/i18n';
import { SelectionBar } from '@parlance/shared/ui/selection-bar';
import type { TemplateAction } from './use-templates.ts';

type Props = {
  /** The ids that can be selected: those that the person may change. */
  readonly all: readonly string[];
  readonly selected: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  readonly view: TemplateView;
  readonly act: (action: TemplateAction) => void;
};

/** The actions on several templates together. */
export function TemplatesSelection({ all, selected, select, view, act }: Props) {
  const { t } = useTranslation('agent-studio');
  if (all.length === 0) return null;
  const actions: readonly TemplateAction[] =
    view === 'deleted'
      ? ['undelete']
      : view === 'archived'
        ? ['unarchive', 'delete']
        : ['enable', 'disable', 'archive', 'delete'];
  return (
    <SelectionBar
      label={t('promptTemplateController.selection')}
      allLabel={t('promptTemplateController.selectAll')}
      all={all}
      selected={selected}
      select={select}
      countText={t('promptTemplateController.selected', { number: selected.length })}
    >
      {actions.map((action) => (
        <button key={action} type="button" className="button-link" onClick={() => act(action)}>
          {t(`promptTemplateController.actions.${action}`)}
        </button>
      ))}
    </SelectionBar>
  );
}
