import { useEffect, useState } from 'react';
import type { UsableTemplate } from '@parlance/shared/contract/api/prompt-templates';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { hasEveryWord } from '@parlance/shared/search';
import { useSession } from '@parlance/shared/session';
import { snackbar } from '@parlance/shared/ui/toasts';
import type { ComposerState } from './use-composer.ts';

/** Templates that are offered at once; a few letters bring any other. */
const mostOffered = 6;

export type TemplateChoiceState = {
  /** What is offered; empty where “/” was not typed. */
  readonly templates: readonly UsableTemplate[];
  readonly isOpen: boolean;
  /** The one that Enter means. */
  readonly at: number;
  readonly choose: (template: UsableTemplate) => void;
  /** Whether the key belongs to the choice. */
  readonly onKey: (key: string) => boolean;
  /** The one whose form is open. */
  readonly filling: UsableTemplate | null;
  readonly close: () => void;
};

/** The template whose form is to open without a “/”, because the address says so. `done` says that it was filled in or left. */
export type WantedTemplate = { readonly id: string; readonly done: () => void };

/** “/” at the beginning of a message offers the templates one may use; one without variables is inserted at once, the others ask. */
export function useTemplateChoice(composer: ComposerState, wanted: WantedTemplate | null): TemplateChoiceState {
  const { t } = useTranslation('chat');
  const mayUse = useSession((session) => session.features.has('prompt_template'));
  const search = mayUse ? searchIn(composer.text) : null;
  const all = useTemplatesOnDemand(search !== null || (mayUse && wanted !== null));
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [chosenAt, setChosenAt] = useState(0);
  const [filling, setFilling] = useState<UsableTemplate | null>(null);
  const templates = search !== null && search !== dismissed && filling === null ? matching(all, search) : [];
  const isOpen = templates.length > 0;
  const at = Math.min(chosenAt, templates.length - 1);

  async function insert({ id, version }: UsableTemplate): Promise<void> {
    try {
      const { fill } = await import('./usable-templates.ts');
      composer.type(await fill({ id, version, values: {}, key: randomUuid() }));
    } catch (failure) {
      snackbar(t(failureKey(failure)), { tone: 'bad' });
    }
  }

  function choose(template: UsableTemplate): void {
    setChosenAt(0);
    if (template.has_variables) setFilling(template);
    else void insert(template);
  }

  function onKey(key: string): boolean {
    const template = templates[at];
    if (!isOpen || template === undefined) return false;
    if (key === 'ArrowDown') setChosenAt((at + 1) % templates.length);
    else if (key === 'ArrowUp') setChosenAt((at - 1 + templates.length) % templates.length);
    else if (key === 'Enter' || key === 'Tab') choose(template);
    else if (key === 'Escape') setDismissed(search);
    else return false;
    return true;
  }
  const asked = wanted === null ? undefined : all.find(({ id }) => id === wanted.id);
  return {
    templates,
    isOpen,
    at,
    choose,
    onKey,
    filling: filling ?? asked ?? null,
    close: () => {
      setFilling(null);
      wanted?.done();
    },
  };
}

/** Those whose command begins with what was typed come first. */
function matching(all: readonly UsableTemplate[], search: string): readonly UsableTemplate[] {
  const begins = ({ command }: UsableTemplate) => command?.startsWith(search.toLowerCase()) ?? false;
  const found = all.filter((template) => begins(template) || hasEveryWord(`${template.command ?? ''} ${template.title}`, search));
  return [...found.filter(begins), ...found.filter((template) => !begins(template))].slice(0, mostOffered);
}

/** Loaded with the first “/”: most messages have none. Where that fails nothing is offered, and the text is sent as it is. */
function useTemplatesOnDemand(isWanted: boolean): readonly UsableTemplate[] {
  const [templates, setTemplates] = useState<readonly UsableTemplate[] | null>(null);
  const isMissing = isWanted && templates === null;
  useEffect(() => {
    if (!isMissing) return undefined;
    const leaving = new AbortController();
    import('./usable-templates.ts').then(({ loadUsable }) => loadUsable(leaving.signal)).then(setTemplates, () => undefined);
    return () => leaving.abort();
  }, [isMissing]);
  return templates ?? [];
}

/** What is looked for: the text behind a “/” that begins a message of one line. */
function searchIn(text: string): string | null {
  return text.startsWith('/') && !text.includes('\n') ? text.slice(1) : null;
}
