/** The page types of specification §4. */
export type PageType = 'dialogue' | 'prompt_wizard' | 'assistant_builder' | 'prompt_template' | 'settings' | 'other';

/**
 * The page type of each path of the specification's routes (§2, §4): the builder of prompt templates leads through the
 * making of a prompt, hence the wizard; its list and editor are the templates; everything of the agent studio builds
 * assistants; one's own profile and an administrator's settings are settings. The home page is where a dialogue begins.
 */
const pageTypes: readonly (readonly [RegExp, PageType])[] = [
  [/^\/$|^\/(bots|dialogues?|shared)(\/|$)/, 'dialogue'],
  [/^\/prompt-template-builder(\/|$)/, 'prompt_wizard'],
  [/^\/prompt-template-(controller|editor)(\/|$)/, 'prompt_template'],
  [/^\/agent-(builder|controller|edit|automation|scheduling)(\/|$)/, 'assistant_builder'],
  [/^\/(profile|user-group-manager|privilege-manager|governance|file-manager|subscription-manager)(\/|$)/, 'settings'],
];

/** Returns the type of the page at a path. */
export const pageTypeOf = (path: string): PageType => pageTypes.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
