import { seedDemoAgents } from './agents.ts';
import { seedDemoBots } from './bots.ts';
import { seedDemoRules } from './rules.ts';
import type { DemoPart } from './seed.ts';
import { seedDemoSubscriptions } from './subscriptions.ts';
import { seedDemoTemplates } from './templates.ts';
import { seedDemoUsage } from './usage.ts';

/** Modules that fill the demonstration organisations, in order. */
export const demoParts: readonly DemoPart[] = [
  seedDemoBots,
  seedDemoAgents,
  seedDemoTemplates,
  seedDemoRules,
  seedDemoUsage,
  seedDemoSubscriptions,
];
