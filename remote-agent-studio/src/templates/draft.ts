import { languages, type Language } from '@parlance/shared/contract/values/language';
import {
  commandPattern,
  tagMaxLength,
  tagsAtMost,
} from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import type { PromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import {
  faultsOf,
  isSystemVariable,
  namesIn,
  type PromptTemplateDefinition,
  type PromptVariable,
  type TemplateFault,
  variablesAtMost,
} from '@parlance/shared/contract/agents/prompt-template';

/** A template being edited, with its input as typed. */
export type TemplateDraft = {
  readonly definition: PromptTemplateDefinition;
  readonly command: string;
  readonly category: string;
  /** The tags, separated by commas. */
  readonly tags: string;
};

export const blankDraft: TemplateDraft = {
  definition: { title: {}, description: {}, body: {}, variables: [] },
  command: '',
  category: '',
  tags: '',
};

export const draftOf = ({
  definition,
  command,
  category,
  tags,
}: Pick<PromptTemplate, 'definition' | 'command' | 'category' | 'tags'>): TemplateDraft => ({
  definition,
  command: command ?? '',
  category,
  tags: tags.join(', '),
});

/** Returns the content to send. */
export const contentOf = ({ definition, command, category, tags }: TemplateDraft) => ({
  definition,
  command: command.trim() === '' ? null : command.trim().toLowerCase(),
  category: category.trim(),
  tags: tagsIn(tags),
});

const tagsIn = (tags: string): string[] => [
  ...new Set(
    tags
      .split(',')
      .map((tag) => tag.trim().toLowerCase())
      .filter((tag) => tag !== ''),
  ),
];

export type DraftFault = TemplateFault['code'] | 'command_invalid' | 'command_taken' | 'tags_invalid';
export type FoundFault = { readonly code: DraftFault; readonly name: string };

/**
 * Returns the faults that keep a draft from being saved; the same fault of one variable in several languages is one.
 */
export function faultsOfDraft(draft: TemplateDraft): readonly FoundFault[] {
  const { command, tags } = contentOf(draft);
  const found: FoundFault[] = faultsOf(draft.definition).map(({ code, name = '' }) => ({ code, name }));
  if (command !== null && !commandPattern.test(command)) found.push({ code: 'command_invalid', name: command });
  if (tags.length > tagsAtMost || tags.some((tag) => tag.length > tagMaxLength))
    found.push({ code: 'tags_invalid', name: '' });
  return [...new Map(found.map((fault) => [`${fault.code} ${fault.name}`, fault])).values()];
}

type LocalizedField = 'title' | 'description' | 'body';

/** Sets a text in one language. An empty one is removed. A new name in the prompt becomes a variable. */
export function withText(draft: TemplateDraft, field: LocalizedField, language: Language, text: string): TemplateDraft {
  const { [language]: _, ...others } = draft.definition[field];
  const definition = { ...draft.definition, [field]: text === '' ? others : { ...others, [language]: text } };
  return { ...draft, definition: field === 'body' ? withVariables(definition) : definition };
}

export const withVariable = (draft: TemplateDraft, variable: PromptVariable): TemplateDraft => ({
  ...draft,
  definition: {
    ...draft.definition,
    variables: draft.definition.variables.map((other) => (other.name === variable.name ? variable : other)),
  },
});

export const withoutVariable = (draft: TemplateDraft, name: string): TemplateDraft => ({
  ...draft,
  definition: { ...draft.definition, variables: draft.definition.variables.filter((other) => other.name !== name) },
});

const newVariable = (name: string): PromptVariable => ({
  name,
  kind: 'text',
  label: {},
  help: {},
  is_required: true,
  default: [],
  options: [],
});
const isUntouched = (variable: PromptVariable): boolean =>
  JSON.stringify(variable) === JSON.stringify(newVariable(variable.name));

/**
 * Returns the definition with a variable for each name in the prompt, in any language. An unchanged one disappears with
 * its name, which was only half typed.
 */
function withVariables(definition: PromptTemplateDefinition): PromptTemplateDefinition {
  const named = new Set(
    languages.flatMap((language) => namesIn(definition.body[language] ?? '')).filter((name) => !isSystemVariable(name)),
  );
  const kept = definition.variables.filter((variable) => named.has(variable.name) || !isUntouched(variable));
  const known = new Set(kept.map(({ name }) => name));
  const added = [...named].filter((name) => !known.has(name)).map(newVariable);
  return { ...definition, variables: [...kept, ...added].slice(0, variablesAtMost) };
}

/** Says whether the prompt names a variable in any language. */
export const isNamed = ({ body }: PromptTemplateDefinition, name: string): boolean =>
  languages.some((language) => namesIn(body[language] ?? '').includes(name));
