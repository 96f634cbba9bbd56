import { useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import {
  createAgent,
  listAgentModels,
  listAgents,
  listAgentTemplates,
  type AgentOrigin,
} from '@parlance/shared/contract/api/agents/agents';
import { call } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { pick, useEndpoint, useEndpointPages } from '@parlance/shared/loading';
import { useNavigate } from '@parlance/shared/router';
import { snackbar } from '@parlance/shared/ui/toasts';

/** The number of agents that are offered; further letters narrow them down. */
const mostOffered = 20;

/** The fields of a definition that are left out with a part. */
const fieldOf = {
  model: 'model_id',
  knowledge: 'knowledge_ids',
  tools: 'tools',
  responsible: 'responsible_id',
} as const;

/** Creates an agent from an origin and leads to its builder. A retry after a failure makes no second one. */
export function useNewAgent(): (from: AgentOrigin) => Promise<void> {
  const { t } = useTranslation('agent-studio');
  const go = useNavigate();
  const [keyOf] = useState(attemptKeys);
  return async (from) => {
    const { agent, left_out: leftOut } = await call(createAgent, { body: { idempotency_key: keyOf(from), from } });
    if (leftOut.length > 0)
      snackbar(
        t('newAgent.leftOut', {
          names: new Intl.ListFormat(currentLanguage()).format(
            leftOut.map((part) => t(`differences.fields.${fieldOf[part]}`)),
          ),
        }),
        { tone: 'warn' },
      );
    await go(`/agent-builder?agent=${agent.id}`);
  };
}

export const useTemplates = () => pick(useEndpoint(listAgentTemplates, {}), ({ items }) => items);

/** Loads the agents that one may copy whose name or description contains a text; the previous ones stay until then. */
export const useCopyable = (q: string) =>
  useEndpointPages(listAgents, { query: { q, limit: mostOffered, sort: 'name' } }, { keepsRows: true });

/** Says whether the standard model writes: the embedded one only quotes from files. Null while unknown. */
export function useWritingModel(): boolean | null {
  const models = pick(useEndpoint(listAgentModels, {}), ({ items }) => items);
  if (models.status !== 'ready') return null;
  return models.data.some((model) => model.is_standard && model.kind === 'language-model');
}
