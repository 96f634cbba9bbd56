import {
  automationDefinition,
  type Action,
  type ActionKind,
  type AutomationDefinition,
  type FormField,
  type Trigger,
  type TriggerKind,
} from '@parlance/shared/contract/agents/automation';
import * as z from '@parlance/shared/contract/schema';

/** An automation being edited; parts not filled in yet are empty. */
export type Draft = AutomationDefinition;

export const blankDraft: Draft = {
  name: '',
  trigger: { kind: 'webhook' },
  conditions: [],
  bot_id: '',
  prompt: '',
  actions: [],
  notifies_of_failure: true,
};

export const blankTrigger = (kind: TriggerKind): Trigger => {
  switch (kind) {
    case 'webhook':
      return { kind };
    case 'file':
      return { kind, knowledge_ids: [] };
    case 'rating':
      return { kind, rating: 'down', bot_ids: [] };
    case 'rule':
      return { kind, rule_ids: [] };
    case 'form':
      return { kind, title: '', description: '', fields: [blankField([])], thanks: '' };
  }
};

/** Returns an empty action. `answer`: the placeholder of the agent's answer. */
export const blankAction = (kind: ActionKind): Action => {
  const answer = '{{answer}}';
  switch (kind) {
    case 'dialogue':
      return { kind, bot_id: '', prompt: answer };
    case 'mail':
      return { kind, member_ids: [], subject: '', text: answer };
    case 'http':
      return { kind, url: '' };
    case 'file':
      return { kind, knowledge_id: '', name: '' };
  }
};

export function blankField(others: readonly FormField[]): FormField {
  return { name: freeName('field', others), label: '', kind: 'text', options: [], is_required: false };
}

const nameMaxLength = 40;

/** Returns the name of a field for the prompt: derived from its label if that has letters allowed in a name. */
export function nameOf(label: string, others: readonly FormField[]): string {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return freeName(plain.slice(0, nameMaxLength - 3).replace(/_+$/, '') || 'field', others);
}

function freeName(wanted: string, others: readonly FormField[]): string {
  const taken = new Set(others.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}_${number}`)) number += 1;
  return `${wanted}_${number}`;
}

/** The faults by their place in the definition (`actions.0.url`), as the end of a text's key. */
export type DraftFaults = Readonly<Record<string, string>>;

/** The texts by the last part of a place. Any other fault has a general text. */
const words: Readonly<Record<string, string>> = {
  name: 'name',
  bot_id: 'agent',
  prompt: 'prompt',
  path: 'path',
  url: 'url',
  member_ids: 'people',
  subject: 'text',
  text: 'text',
  knowledge_id: 'folder',
  title: 'text',
  label: 'text',
  fields: 'fields',
};

/** Returns the faults that keep a draft from being saved. The server checks the same schema. */
export function faultsOf(draft: Draft): DraftFaults {
  const checked = z.safeParse(automationDefinition, draft);
  const issues = checked.success ? [] : checked.error.issues.map(({ path }) => path.map(String));
  const found = issues.map((path) => [path.join('.'), wordOf(path)] as const);
  return Object.fromEntries([...found, ...faultsOfForm(draft.trigger)]);
}

function wordOf(path: readonly string[]): string {
  const last = path.findLast((it) => !/^\d+$/.test(it)) ?? '';
  if (last === 'name' && path.includes('fields')) return 'fieldName';
  return words[last] ?? 'other';
}

function faultsOfForm(trigger: Trigger): [string, string][] {
  if (trigger.kind !== 'form') return [];
  return trigger.fields.flatMap((field, at): [string, string][] => {
    const isTwice = trigger.fields.findIndex(({ name }) => name === field.name) < at;
    const noChoice = field.kind === 'select' && field.options.length === 0;
    return [
      ...(isTwice ? [[`trigger.fields.${at}.name`, 'twice'] as [string, string]] : []),
      ...(noChoice ? [[`trigger.fields.${at}.options`, 'options'] as [string, string]] : []),
    ];
  });
}

/** Moves an item of a list to another position. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

export const withoutRow = <T>(items: readonly T[], at: number): T[] => items.filter((_, index) => index !== at);
export const replaced = <T>(items: readonly T[], at: number, item: T): T[] =>
  items.map((other, index) => (index === at ? item : other));
