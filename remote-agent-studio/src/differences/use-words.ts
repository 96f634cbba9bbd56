import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { listAgentModels } from '@parlance/shared/contract/api/agents/agents';
import { listKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { listTools } from '@parlance/shared/contract/api/tools';
import { call } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useComposed, type Loaded } from '@parlance/shared/loading';
import { categoryNames } from '../agents/agent-names.ts';
import { toolNameIn } from '../tools/tool-row.tsx';
import type { Words } from './definition-fields.ts';

/** The number of sources requested at once: more than an agent may have. */
const pageSize = 100;

type NamedItem = { readonly id: string; readonly name: string };

/**
 * Loads the names of the ids in definitions, as far as this person may know them. Deleted and hidden things are named
 * as such.
 */
export function useWords(
  agentId: string,
  definitions: readonly AgentDefinition[],
): Loaded<Words> & { readonly retry: () => void } {
  const { t } = useTranslation('agent-studio');
  const knowledgeIds = [...new Set(definitions.flatMap(({ knowledge_ids: ids }) => ids))];
  const people = [...new Set(definitions.flatMap(({ responsible_id: id }) => (id === null ? [] : [id])))];
  const [hasModels, hasTools] = [
    definitions.some(({ model_id: id }) => id !== null),
    definitions.some(({ tools }) => tools.length > 0),
  ];
  const loaded = useComposed(
    'agent-studio/words',
    [agentId, knowledgeIds, people, hasModels, hasTools],
    async (signal) => {
      const [models, sources, tools, named] = await Promise.all([
        hasModels ? call(listAgentModels, {}, { signal }).then(({ items }) => items) : [],
        knowledgeIds.length > 0
          ? call(
              listKnowledge,
              { query: { ids: knowledgeIds.join(), agent_id: agentId, limit: pageSize } },
              { signal },
            ).then(({ items }) => items)
          : [],
        hasTools ? call(listTools, {}, { signal }).then(({ items }) => items) : [],
        Promise.all(people.map(async (id) => (await call(listColleagues, { query: { id } }, { signal })).items)).then(
          (found) => found.flat(),
        ),
      ]);
      return { models, sources, tools, people: named };
    },
  );
  if (loaded.status !== 'ready') return loaded;
  const { models, sources, tools, people: named } = loaded.data;
  const nameIn = (all: readonly NamedItem[]) => (id: string) =>
    all.find((it) => it.id === id)?.name ?? t('differences.gone');
  return {
    ...loaded,
    data: {
      category: (category) => categoryNames(t)[category],
      model: nameIn(models),
      knowledge: nameIn(sources),
      person: nameIn(named),
      tool: ({ tool_id: id, permission, functions }) => {
        const tool = tools.find((it) => it.id === id);
        const of = Object.entries(functions).map(([name, allowed]) => `${name}: ${t(`tools.permission.${allowed}`)}`);
        return [
          `${tool === undefined ? t('differences.gone') : toolNameIn(t, tool)} · ${t(`tools.permission.${permission}`)}`,
          ...of,
        ].join(', ');
      },
    },
  };
}
