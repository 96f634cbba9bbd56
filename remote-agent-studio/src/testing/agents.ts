import type { Agent, AgentSummary } from '@parlance/shared/contract/api/agents/agents';

export const uuid = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;

const everything = {
  read: true,
  edit: true,
  publish: true,
  switch: true,
  transfer: true,
  share: true,
  share_with_organization: true,
  copy: true,
};

/** Returns an agent of the list: published, owned by Mia, with all rights. */
export function agentSummary(number: number, more: Partial<AgentSummary> = {}): AgentSummary {
  return {
    id: uuid(number),
    name: `Agent ${number}`,
    description: '',
    avatar: '🧭',
    category: 'general',
    state: 'published',
    access: 'private',
    owner: { id: uuid(900), name: 'Mia Member' },
    version: 1,
    has_changes: false,
    answers: 0,
    ratings: { up: 0, down: 0 },
    updated_at: '2026-11-20T10:00:00.000Z',
    can: everything,
    ...more,
  };
}

export const mayNothing = {
  read: false,
  edit: false,
  publish: false,
  switch: false,
  transfer: false,
  share: false,
  share_with_organization: false,
  copy: false,
};

export const definition = (more: Partial<Agent['definition']> = {}): Agent['definition'] => ({
  name: { en: 'Travel desk' },
  description: {},
  greeting: {},
  starters: {},
  avatar: '🧭',
  category: 'general',
  instructions: '',
  model_id: null,
  temperature: null,
  reasoning_effort: null,
  max_output_tokens: null,
  knowledge_ids: [],
  tools: [],
  tool_steps: 10,
  answers_a_month: null,
  responsible_id: null,
  ...more,
});

/** Returns an agent for its editor. */
export const agentOf = (number: number, more: Partial<Agent> = {}): Agent => ({
  ...agentSummary(number, { name: 'Travel desk' }),
  definition: definition(),
  revision: 1,
  changed_by: null,
  people: [],
  teams: [],
  also_open: [],
  ...more,
});
