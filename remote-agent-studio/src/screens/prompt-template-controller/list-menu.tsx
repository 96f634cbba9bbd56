import type { PromptTemplateSummary } from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import { useTranslation } from '@parlance/shared/i18n';
import ListMenu, { type Export } from '@parlance/shared/list-menu';
import { scopeNames } from '../../templates/scope-names.ts';
import { useAllTemplates } from './use-all-templates.ts';
import { choosable, type TemplateQuery } from './use-templates.ts';

type Translate = ReturnType<typeof useTranslation<'agent-studio'>>['t'];
type Props = { readonly query: TemplateQuery; readonly hidden: readonly string[] };

/** The actions on the list of templates as it is filtered. */
export default function TemplateListMenu({ query, hidden }: Props) {
  const { t } = useTranslation('agent-studio');
  const load = useAllTemplates(query);
  const table: Export = {
    fileName: t('promptTemplateController.title'),
    head: headOf(t),
    load: async (signal, loaded) => (await load(signal, loaded)).map((template) => textsOf(t, template)),
  };
  return (
    <ListMenu
      list="prompt-templates"
      columns={choosable.map((id) => ({ id, head: t(`promptTemplateController.columns.${id}`) }))}
      hidden={hidden}
      table={table}
    />
  );
}

const headOf = (t: Translate): readonly string[] => [
  t('promptTemplateController.columns.title'),
  t('promptTemplateForm.description'),
  t('promptTemplateForm.command'),
  t('promptTemplateForm.category'),
  t('promptTemplateForm.tags'),
  t('agentController.columns.owner'),
  t('promptTemplateController.columns.state'),
  t('promptTemplateController.columns.scope'),
  t('promptTemplateController.columns.uses'),
  t('agentController.columns.good'),
  t('agentController.columns.bad'),
  t('promptTemplateController.columns.updated'),
];

/** Returns the cells in the order of the head. Numbers and moments are formatted for spreadsheets of any language. */
const textsOf = (
  t: Translate,
  {
    title,
    description,
    command,
    category,
    tags,
    owner,
    is_enabled: isEnabled,
    scope,
    uses,
    ratings,
    updated_at: at,
  }: PromptTemplateSummary,
): readonly string[] => [
  title,
  description,
  command ?? '',
  category,
  tags.join(', '),
  owner?.name ?? '',
  isEnabled ? t('promptTemplateController.enabled') : t('promptTemplateController.disabled'),
  scopeNames(t)[scope],
  String(uses),
  String(ratings.up),
  String(ratings.down),
  at,
];
