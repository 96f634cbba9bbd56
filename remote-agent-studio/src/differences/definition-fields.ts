import type { AgentDefinition, AgentTool } from '@parlance/shared/contract/agents/agent-definition';
import { endonyms, languages, type Language } from '@parlance/shared/i18n';

/** A field in which two definitions differ. `language` is set if it has a text per language. */
export type DifferentField = {
  readonly id: string;
  readonly field: keyof AgentDefinition;
  readonly language: Language | null;
  readonly from: string;
  readonly to: string;
};

const localized = ['name', 'description', 'greeting', 'starters'] as const;
const plain = [
  'avatar',
  'category',
  'instructions',
  'model_id',
  'temperature',
  'max_output_tokens',
  'reasoning_effort',
  'knowledge_ids',
  'tools',
  'tool_steps',
  'answers_a_month',
  'responsible_id',
] as const;

/** The display names of ids and enumerated values in definitions. */
export type Words = {
  readonly category: (category: AgentDefinition['category']) => string;
  readonly model: (id: string) => string;
  readonly knowledge: (id: string) => string;
  readonly tool: (tool: AgentTool) => string;
  readonly person: (id: string) => string;
};

const textOf = (value: string | number | readonly string[] | null | undefined): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? value.join('\n') : String(value);
};

/** Returns the fields whose stored form means nothing to a person, in words. */
const inWords = (definition: AgentDefinition, { category, model, knowledge, tool, person }: Words) => ({
  ...definition,
  category: category(definition.category),
  model_id: definition.model_id === null ? null : model(definition.model_id),
  knowledge_ids: definition.knowledge_ids.map(knowledge),
  tools: definition.tools.map(tool),
  responsible_id: definition.responsible_id === null ? null : person(definition.responsible_id),
});

/** Returns the differing fields of two definitions, in the order of the form. */
export function differentFields(
  before: AgentDefinition,
  after: AgentDefinition,
  words: Words,
): readonly DifferentField[] {
  const [from, to] = [inWords(before, words), inWords(after, words)];
  const all: DifferentField[] = [
    ...localized.flatMap((field) =>
      languages.map((language) => ({
        id: `${field} ${language}`,
        field,
        language,
        from: textOf(from[field][language]),
        to: textOf(to[field][language]),
      })),
    ),
    ...plain.map((field) => ({ id: field, field, language: null, from: textOf(from[field]), to: textOf(to[field]) })),
  ];
  return all.filter((it) => it.from !== it.to);
}

/** Returns the language of a field in its own name, for its heading. */
export const languageOf = ({ language }: DifferentField): string => (language === null ? '' : endonyms[language]);
