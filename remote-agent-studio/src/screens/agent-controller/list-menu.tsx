import type { AgentSummary } from '@parlance/shared/contract/api/agents/agent-list';
import { useTranslation } from '@parlance/shared/i18n';
import ListMenu, { type Export } from '@parlance/shared/list-menu';
import type { AgentQuery } from './agent-query.ts';
import { useAllAgents } from './use-all-agents.ts';

type Translate = ReturnType<typeof useTranslation<'agent-studio'>>['t'];
/** The columns that a person may hide. */
const choosable = ['state', 'access', 'version', 'answers', 'rating', 'updated'] as const;

type Props = { readonly query: AgentQuery; readonly hidden: readonly string[] };

/** The actions on the list of agents as it is filtered. */
export function AgentListMenu({ query, hidden }: Props) {
  const { t } = useTranslation('agent-studio');
  const load = useAllAgents(query);
  const table: Export = {
    fileName: t('agentController.title'),
    head: headOf(t),
    load: async (signal, loaded) => (await load(signal, loaded)).map((agent) => textsOf(t, agent)),
  };
  return (
    <ListMenu
      list="agents"
      columns={choosable.map((id) => ({ id, head: t(`agentController.columns.${id}`) }))}
      hidden={hidden}
      table={table}
    />
  );
}

const headOf = (t: Translate): readonly string[] => [
  t('agentController.columns.name'),
  t('differences.fields.description'),
  t('agentController.columns.owner'),
  t('agentController.columns.state'),
  t('agentController.category'),
  t('agentController.columns.access'),
  t('agentController.columns.version'),
  t('agentController.columns.answers'),
  t('agentController.columns.good'),
  t('agentController.columns.bad'),
  t('agentController.columns.updated'),
];

/** Returns the cells in the order of the head. Numbers and moments are formatted for spreadsheets of any language. */
const textsOf = (
  t: Translate,
  { name, description, owner, state, category, access, version, answers, ratings, updated_at: at }: AgentSummary,
): readonly string[] => [
  name,
  description,
  owner?.name ?? '',
  t(`agents.states.${state}`),
  t(`agents.categories.${category}`),
  t(`agents.access.${access}`),
  version === null ? '' : String(version),
  String(answers),
  String(ratings.up),
  String(ratings.down),
  at,
];
