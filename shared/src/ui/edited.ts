import { ApiFailure } from '@parlance/shared/http';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { leaveUnsaved, useUnsaved, useUnsavedWaits } from './unsaved.ts';

/** The parts of an edited form. `Saved` may be null for a thing yet to be created. */
export type EditedQuestion<Saved, Draft extends object> = {
  /** The loaded state. A later one replaces it while nothing is typed. */
  readonly loaded: Saved;
  /** Returns the place where the draft waits when the session ends (`useUnsaved`). */
  readonly placeOf: (saved: Saved) => string;
  readonly draftOf: (saved: Saved) => Draft;
  /** Returns the revision that the server compares before it saves. */
  readonly revisionOf: (saved: Saved) => number;
  /** Returns the content that a draft sends: drafts with the same content are no change. */
  readonly contentOf?: (draft: Draft) => unknown;
  /** Loads the present state, after a conflict. */
  readonly read: (known: Saved) => Promise<Saved>;
  /** Replaces the loaded state by the known one. */
  readonly keep?: (saved: Saved) => void;
  /** True if it is about to be deleted: the draft is no loss then. */
  readonly isGoing?: boolean;
};

export type EditedThing<Saved, Draft> = {
  /** The server's state, as far as this page knows. */
  readonly known: Saved;
  readonly draft: Draft;
  readonly change: (next: Draft | ((before: Draft) => Draft)) => void;
  /** True if the form has unsaved changes. */
  readonly isChanged: boolean;
  /** The revision that the form began with: as a `key`, it restarts a component together with the form. */
  readonly begun: number;
  /** Drops the changes since the last load or save. */
  readonly discard: () => void;
  /**
   * Takes over the response of an action beside the form. The draft stays on its base revision, so that a due conflict
   * is detected.
   */
  readonly learn: (now: Saved) => void;
  /** Saves the draft. Null after a conflict: `theirs` then has the other's version. */
  readonly save: (send: (draft: Draft, revision: number) => Promise<Saved>, over?: Saved) => Promise<Saved | null>;
  /** Says whether something was typed during the awaited save. */
  readonly isTypedSince: () => boolean;
  /**
   * Once this form is unmounted, moves the text typed during the creation to the thing's own address, where another
   * form opens.
   */
  readonly carry: (made: Saved) => void;
  /** Saves another part of it on the draft's base revision, and leaves the draft. Null as for `save`. */
  readonly stepOn: (send: (revision: number) => Promise<Saved>) => Promise<Saved | null>;
  /** The version that somebody else has saved since. */
  readonly theirs: Saved | null;
  /** Restarts from the server's state; the draft is dropped. */
  readonly begin: (saved: Saved) => void;
};

export const isConflict = (failure: unknown): boolean => failure instanceof ApiFailure && failure.code === 'conflict';

/**
 * Edits something loaded and saves it on the revision it was edited from. A response changes the known state, never the
 * draft: text typed during a save stays, and is a change. The revision moves only by loading, by saving and by settling
 * a conflict.
 */
export function useEdited<Saved, Draft extends object>({
  loaded,
  placeOf,
  draftOf,
  revisionOf,
  contentOf = (draft) => draft,
  read,
  keep,
  isGoing = false,
}: EditedQuestion<Saved, Draft>): EditedThing<Saved, Draft> {
  const left = useUnsaved(placeOf(loaded), draftOf(loaded));
  const [seen, see] = useState(loaded);
  const [known, know] = useState(loaded);
  // Saves by others since then are detected on the next save.
  const [base, rest] = useState(() => ({
    draft: draftOf(loaded),
    revision: left?.revision ?? revisionOf(loaded),
    begun: revisionOf(loaded),
  }));
  const [draft, write] = useState<Draft>(() => left?.typed ?? base.draft);
  const [theirs, meet] = useState<Saved | null>(null);
  const said = (one: Draft) => JSON.stringify(contentOf(one));
  const isChanged = !isGoing && draft !== base.draft && said(draft) !== said(base.draft);
  useUnsavedWaits(placeOf(known), isChanged ? { typed: draft, revision: base.revision } : null);

  const latest = useRef(draft);
  useEffect(() => void (latest.current = draft), [draft]);

  const carried = useRef<{ readonly made: Saved; readonly sent: Draft } | null>(null);
  const leave = useEffectEvent(() => {
    if (carried.current === null || said(latest.current) === said(carried.current.sent)) return;
    const { made } = carried.current;
    leaveUnsaved(placeOf(made), { typed: latest.current, revision: revisionOf(made) });
  });
  // Text typed until the other form is mounted moves along.
  useEffect(() => () => leave(), []);

  const isTypedSince = () => said(latest.current) !== said(draft);

  function begin(saved: Saved): void {
    const next = draftOf(saved);
    know(() => saved);
    rest({ draft: next, revision: revisionOf(saved), begun: revisionOf(saved) });
    write(() => next);
    meet(null);
  }
  if (loaded !== seen) {
    see(() => loaded);
    if (!isChanged && revisionOf(loaded) > revisionOf(known)) begin(loaded);
    else if (revisionOf(loaded) >= revisionOf(known)) know(() => loaded);
  }

  function learn(now: Saved): void {
    know(() => now);
    keep?.(now);
  }
  async function send(
    work: (revision: number) => Promise<Saved>,
    kept: Draft,
    over = base.revision,
  ): Promise<Saved | null> {
    try {
      const now = await work(over);
      rest(({ begun }) => ({ draft: kept, revision: revisionOf(now), begun }));
      meet(null);
      learn(now);
      return now;
    } catch (failure) {
      if (!isConflict(failure)) throw failure;
      const newest = await read(known);
      // The refusal has another reason: there is no other version to choose.
      if (newest === null || (revisionOf(newest) === over && said(draftOf(newest)) === said(base.draft))) throw failure;
      meet(() => newest);
      return null;
    }
  }
  return {
    known,
    draft,
    change: write,
    isChanged,
    begun: base.begun,
    discard: () => write(() => base.draft),
    learn,
    save: (work, over) =>
      send((revision) => work(draft, revision), draft, over === undefined ? undefined : revisionOf(over)),
    isTypedSince,
    carry: (made) => void (carried.current = { made, sent: draft }),
    stepOn: (work) => send(work, base.draft),
    theirs,
    begin(saved) {
      begin(saved);
      keep?.(saved);
    },
  };
}
