import type { ActionKind, TriggerKind } from '@parlance/shared/contract/agents/automation';

export const exampleIds = ['rating', 'form', 'webhook'] as const;
export type ExampleId = (typeof exampleIds)[number];
/** The examples as shown for selection. */
export const examples: readonly {
  readonly id: ExampleId;
  readonly trigger: TriggerKind;
  readonly actions: readonly ActionKind[];
}[] = [
  { id: 'rating', trigger: 'rating', actions: ['mail'] },
  { id: 'form', trigger: 'form', actions: ['file'] },
  { id: 'webhook', trigger: 'webhook', actions: ['http'] },
];
