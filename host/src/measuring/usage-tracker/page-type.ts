/** Specification §4. */
export type PageType = 'dialogue' | 'prompt_wizard' | 'assistant_builder' | 'prompt_template' | 'settings' | 'other';

/**
 * What kind of page a path of the specification's routes is (§2, §4): the builder of prompt templates leads through the
 * making of a prompt, hence the wizard; its list and editor are the templates; everything of the agent studio builds
 * assistants; one's own profile and what an administrator sets are settings. The home page is where a dialogue begins.
 */
const pageTypes: readonly (readonly [RegExp, PageType])[] = [
  [/^\/$|^\/(bots|dialogues?|shared)(\/|$)/, 'dialogue'],
  [/^\/prompt-template-builder(\/|$)/, 'prompt_wizard'],
  [/^\/prompt-template-(controller|editor)(\/|$)/, 'prompt_template'],
  [/^\/agent-(builder|controller|edit|automation|scheduling)(\/|$)/, 'assistant_builder'],
  [/^\/(profile|user-group-manager|privilege-manager|governance|file-manager|subscription-manager)(\/|$)/, 'settings'],
];

/** The type of the page at a path. */
export const pageTypeOf = (path: string): PageType => pageTypes.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
