import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate } from '@parlance/shared/router';
import { useId, useState } from 'react';
import type { PartLoader } from '../remotes/known/parts.ts';
import type { Registry } from '../remotes/known/registry.ts';
import { Icon } from '../frame/icons.tsx';
import type { Entry } from './entries.ts';
import { find } from './finding.ts';
import { lineId, Results } from './results.tsx';
import { useChoice } from './use-choice.ts';
import { useEntries } from './use-entries.ts';
import opener from './palette-opener.module.css';
import styles from './palette.module.css';

export type PaletteProps = {
  readonly registry: Registry;
  readonly parts: PartLoader;
  readonly search: string;
  readonly onSearch: (search: string) => void;
  /** Closes the surrounding dialog, which restores the focus. */
  readonly close: () => void;
};

/** Goes to a screen, an assistant, a dialogue, or runs an action: all that this person may, by a few letters. */
export function Palette({ registry, parts, search, onSearch, close }: PaletteProps) {
  const { t } = useTranslation('host');
  const list = useId();
  const { groups, forSearch, isLoading, failure } = useEntries(registry, parts, search);
  // Recent dialogues are on top: without a search nothing is shown before they have loaded, so that nothing moves under
  // a finger.
  const isComing = isLoading && search === '';
  const found = isComing ? [] : find(groups, search);
  const offered = search.trim() === '' ? [] : forSearch(search.trim());
  const shown = [...found, ...offered];
  const { carryOut, problem } = useCarryOut(close);
  const { chosen, choose, onKeyDown } = useChoice(
    shown.flatMap((it) => it.entries),
    carryOut,
  );

  function onInput(text: string): void {
    choose(null);
    onSearch(text);
  }

  return (
    <div className={styles.palette}>
      <span className={styles.glass}>
        <Icon name="search" />
      </span>
      <input
        className={opener.field}
        autoFocus
        role="combobox"
        aria-label={t('palette.field')}
        aria-autocomplete="list"
        aria-expanded={chosen !== undefined}
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : lineId(list, chosen)}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        placeholder={t('palette.field')}
        value={search}
        onChange={({ target }) => onInput(target.value)}
        onKeyDown={onKeyDown}
      />
      {isComing && <ComingRows />}
      <Results id={list} found={shown} search={search} chosen={chosen} choose={choose} carryOut={carryOut} />
      <State number={found.reduce((sum, it) => sum + it.entries.length, 0)} search={search} isLoading={isLoading} />
      {failure !== null && (
        <p role="alert" className={styles.problem}>
          {t('palette.incomplete')}
          <button type="button" className="button" onClick={failure.retry}>
            {t('errorBoundary.retry')}
          </button>
        </p>
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Keys />
    </div>
  );
}

/** Returns a function that runs an entry, and its failure in words. */
function useCarryOut(close: () => void): {
  readonly carryOut: (entry: Entry) => void;
  readonly problem: string | null;
} {
  const { t } = useTranslation('host');
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);

  async function act(does: () => void | Promise<void>, failureText: string): Promise<void> {
    setProblem(null);
    try {
      await does();
      close();
    } catch (error) {
      console.warn('What the palette was asked to do could not be done.', error);
      setProblem(failureText);
    }
  }
  function carryOut({ does, failureText }: Entry): void {
    if (typeof does !== 'string') return void act(does, failureText ?? t('shared:ui.failed'));
    // The focus is restored first, and moves from there to the new screen.
    close();
    void navigate(does);
  }
  return { carryOut, problem };
}

/** The skeleton of loading rows. */
function ComingRows() {
  return (
    <div aria-hidden="true" className={styles.coming}>
      <span />
      <span />
      <span />
      <span />
    </div>
  );
}

/** Announces the number of results to screen readers; and an empty result to everybody. */
function State({
  number,
  search,
  isLoading,
}: {
  readonly number: number;
  readonly search: string;
  readonly isLoading: boolean;
}) {
  const { t } = useTranslation('host');
  const isNothing = number === 0 && search !== '';
  return (
    <div role="status" className={isNothing ? styles.nothing : 'visually-hidden'}>
      {isLoading && number === 0 && t('shared:ui.loading')}
      {number > 0 && search !== '' && t('palette.found', { number })}
      {isNothing && !isLoading && (
        <>
          <p>{t('palette.nothing', { search: search.trim() })}</p>
          <p className={styles.hint}>{t('palette.nothingHint')}</p>
        </>
      )}
    </div>
  );
}

function Keys() {
  const { t } = useTranslation('host');
  return (
    <p className={styles.keys} aria-hidden="true">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {t('palette.move')}
      </span>
      <span>
        <kbd>↵</kbd> {t('palette.open')}
      </span>
      <span>
        <kbd>Esc</kbd> {t('palette.close')}
      </span>
    </p>
  );
}
