import type { agentState } from '@parlance/shared/contract/api/agents/agent-list';
import type { AgentAccess } from '@parlance/shared/contract/api/agents/agents';
import type { BotCategory } from '@parlance/shared/contract/agents/bot-summary';
import type * as z from '@parlance/shared/contract/schema';
import type { useTranslation } from '@parlance/shared/i18n';

export type AgentState = z.infer<typeof agentState>;
type Translate = ReturnType<typeof useTranslation<'agent-studio'>>['t'];

/** Returns the display names of the categories of agents. */
export const categoryNames = (t: Translate): Readonly<Record<BotCategory, string>> => ({
  general: t('agents.categories.general'),
  knowledge: t('agents.categories.knowledge'),
  writing: t('agents.categories.writing'),
  people: t('agents.categories.people'),
  it: t('agents.categories.it'),
  sales: t('agents.categories.sales'),
  finance: t('agents.categories.finance'),
  legal: t('agents.categories.legal'),
  other: t('agents.categories.other'),
});

export const accessNames = (t: Translate): Readonly<Record<AgentAccess['scope'], string>> => ({
  private: t('agents.access.private'),
  people: t('agents.access.people'),
  organization: t('agents.access.organization'),
});
