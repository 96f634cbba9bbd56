import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import type { UsableTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { hasEveryWord } from '@parlance/shared/search';
import { useSession } from '@parlance/shared/session';
import { snackbar } from '@parlance/shared/ui/toasts';
import type { ComposerState } from './use-composer.ts';

/** The number of templates that are offered; further letters narrow them down. */
const mostOffered = 6;

export type TemplateChoiceState = {
  /** The offered templates; empty without a “/”. */
  readonly templates: readonly UsableTemplate[];
  readonly isOpen: boolean;
  /** The index of the template that Enter chooses. */
  readonly at: number;
  readonly choose: (template: UsableTemplate) => void;
  /** Handles a key, and says whether it belonged to the choice. */
  readonly onKey: (key: string) => boolean;
  /** The template whose form is open. */
  readonly filling: UsableTemplate | null;
  /** The typed “/” and search, which the template replaces; empty if it was opened elsewhere. */
  readonly typed: string;
  readonly close: () => void;
};

/** The template whose form opens without a “/”, from the address. `done` is called when it was filled in or closed. */
export type WantedTemplate = { readonly id: string; readonly done: () => void };

type Filling = { readonly template: UsableTemplate; readonly typed: string };

/**
 * Offers the templates one may use for a “/” at the beginning of a message; one without variables is inserted at once,
 * the others open their form.
 */
export function useTemplateChoice(composer: ComposerState, wanted: WantedTemplate | null): TemplateChoiceState {
  const mayUse = useSession((session) => session.features.has('prompt_template'));
  const search = mayUse ? searchIn(composer.text) : null;
  const all = useTemplatesOnDemand(search !== null || (mayUse && wanted !== null), wanted);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const [chosen, setChosen] = useState<{ readonly search: string | null; readonly at: number }>({
    search: null,
    at: 0,
  });
  const [filling, setFilling] = useState<Filling | null>(null);
  const insert = useInsert(composer);
  const asked = wanted === null ? undefined : all?.find(({ id }) => id === wanted.id);
  useSayingGone(wanted, !mayUse || (all !== null && asked === undefined));
  const shown: Filling | null = filling ?? (asked === undefined ? null : { template: asked, typed: '' });
  const templates = search !== null && search !== dismissed && shown === null ? matching(all ?? [], search) : [];
  const isOpen = templates.length > 0;
  // Other letters make another list: Enter chooses its first entry again.
  const at = chosen.search === search ? Math.min(chosen.at, templates.length - 1) : 0;

  function choose(template: UsableTemplate): void {
    setChosen({ search, at: 0 });
    if (template.has_variables) setFilling({ template, typed: composer.text });
    else insert(template, composer.text);
  }

  function onKey(key: string): boolean {
    const template = templates[at];
    if (!isOpen || template === undefined) return false;
    if (key === 'ArrowDown') setChosen({ search, at: (at + 1) % templates.length });
    else if (key === 'ArrowUp') setChosen({ search, at: (at - 1 + templates.length) % templates.length });
    else if (key === 'Enter' || key === 'Tab') choose(template);
    else if (key === 'Escape') setDismissed(search);
    else return false;
    return true;
  }
  return {
    templates,
    isOpen,
    at,
    choose,
    onKey,
    filling: shown?.template ?? null,
    typed: shown?.typed ?? '',
    close: () => {
      setFilling(null);
      wanted?.done();
    },
  };
}

/** Inserts a template without variables: one at a time, so that Enter pressed twice is one use. */
function useInsert(composer: ComposerState): (template: UsableTemplate, typed: string) => void {
  const { t } = useTranslation('chat');
  const [keyOf] = useState(attemptKeys);
  const underWay = useRef<AbortController | null>(null);
  const uses = useRef(0);
  useEffect(() => () => underWay.current?.abort(), []);

  async function run({ id, version }: UsableTemplate, typed: string): Promise<void> {
    const leaving = new AbortController();
    underWay.current = leaving;
    try {
      const { fillTemplate: fill } = await import('./usable-templates.ts');
      const text = await fill(
        { id, version, values: {}, key: keyOf({ id, version, use: uses.current }) },
        leaving.signal,
      );
      uses.current += 1;
      composer.putInFront(text, { insteadOf: typed });
    } catch (failure) {
      if (!leaving.signal.aborted) snackbar(t(failureKey(failure)), { tone: 'bad' });
    } finally {
      underWay.current = null;
    }
  }
  return (template, typed) => void (underWay.current === null && run(template, typed));
}

/** Reports that the template in the address does not exist any more, or not for this person. */
function useSayingGone(wanted: WantedTemplate | null, isMissing: boolean): void {
  const { t } = useTranslation('chat');
  const id = isMissing ? (wanted?.id ?? null) : null;
  const say = useEffectEvent(() => {
    snackbar(t('composer.templates.gone'), { tone: 'warn' });
    wanted?.done();
  });
  useEffect(() => {
    if (id !== null) say();
  }, [id]);
}

/** Returns the matching templates, first those whose command begins with the search. */
function matching(all: readonly UsableTemplate[], search: string): readonly UsableTemplate[] {
  const begins = ({ command }: UsableTemplate) => command?.startsWith(search.toLowerCase()) ?? false;
  const found = all.filter(
    (template) => begins(template) || hasEveryWord(`${template.command ?? ''} ${template.title}`, search),
  );
  return [...found.filter(begins), ...found.filter((template) => !begins(template))].slice(0, mostOffered);
}

/**
 * Loads the templates with the first “/”: most messages have none. A failure is reported, nothing is offered, and the
 * text is sent as it is; the next “/” retries.
 */
function useTemplatesOnDemand(isWanted: boolean, wanted: WantedTemplate | null): readonly UsableTemplate[] | null {
  const { t } = useTranslation('chat');
  const [templates, setTemplates] = useState<readonly UsableTemplate[] | null>(null);
  const isMissing = isWanted && templates === null;
  const say = useEffectEvent((failure: unknown) => {
    snackbar(`${t('composer.templates.notLoaded')} ${t(failureKey(failure))}`, { tone: 'bad' });
    wanted?.done();
  });
  useEffect(() => {
    if (!isMissing) return undefined;
    const leaving = new AbortController();
    import('./usable-templates.ts')
      .then(({ loadUsable }) => loadUsable(leaving.signal))
      .then(setTemplates, (failure: unknown) => leaving.signal.aborted || say(failure));
    return () => leaving.abort();
  }, [isMissing]);
  return templates;
}

/** Returns the search: the text behind a “/” that begins a message of one line. */
function searchIn(text: string): string | null {
  return text.startsWith('/') && !text.includes('\n') ? text.slice(1) : null;
}
