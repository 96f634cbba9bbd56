import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { attemptKeys } from '@parlance/shared/attempt-keys';
import type { UsableTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
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
  /** The “/” and what was looked for, in whose place that one goes; empty where it was asked for elsewhere. */
  readonly typed: string;
  readonly close: () => void;
};

/**
 * The template whose form is to open without a “/”, because the address says so. `done` says that it was filled in or
 * left.
 */
export type WantedTemplate = { readonly id: string; readonly done: () => void };

type Filling = { readonly template: UsableTemplate; readonly typed: string };

/**
 * “/” at the beginning of a message offers the templates one may use; one without variables is inserted at once, the
 * others ask.
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
  // Other letters, another list: Enter means its first one again.
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

/** Inserts one without variables: one at a time, so that Enter pressed twice is one use. */
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

/** Says that there is no such template any more, or not for this person, where the address asks for it. */
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

/** Those whose command begins with what was typed come first. */
function matching(all: readonly UsableTemplate[], search: string): readonly UsableTemplate[] {
  const begins = ({ command }: UsableTemplate) => command?.startsWith(search.toLowerCase()) ?? false;
  const found = all.filter(
    (template) => begins(template) || hasEveryWord(`${template.command ?? ''} ${template.title}`, search),
  );
  return [...found.filter(begins), ...found.filter((template) => !begins(template))].slice(0, mostOffered);
}

/**
 * Loaded with the first “/”: most messages have none. Where that fails it is said, nothing is offered, and the text is
 * sent as it is; the next “/” tries again.
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

/** What is looked for: the text behind a “/” that begins a message of one line. */
function searchIn(text: string): string | null {
  return text.startsWith('/') && !text.includes('\n') ? text.slice(1) : null;
}
