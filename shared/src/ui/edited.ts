import { ApiFailure } from '@parlance/shared/http';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { leaveUnsaved, useUnsaved, useUnsavedWaits } from './unsaved.ts';

/** How a form is made of what is saved. `Saved` may be null where it is yet to be made. */
export type EditedQuestion<Saved, Draft extends object> = {
  /** As it was loaded. A later one takes its place where nothing is typed. */
  readonly loaded: Saved;
  /** Where what is typed waits when the session ends (`useUnsaved`). */
  readonly placeOf: (saved: Saved) => string;
  readonly draftOf: (saved: Saved) => Draft;
  /** What the server compares before it saves. */
  readonly revisionOf: (saved: Saved) => number;
  /** What is sent of a draft: drafts that send the same are no change. */
  readonly contentOf?: (draft: Draft) => unknown;
  /** As it is now, where somebody else was quicker. */
  readonly read: (known: Saved) => Promise<Saved>;
  /** Puts what is known into the place of what was loaded. */
  readonly keep?: (saved: Saved) => void;
  /** It is about to be deleted: what is typed is nobody's loss. */
  readonly isGoing?: boolean;
};

export type EditedThing<Saved, Draft> = {
  /** As the server has it, as far as this page knows. */
  readonly known: Saved;
  readonly draft: Draft;
  readonly change: (next: Draft | ((before: Draft) => Draft)) => void;
  /** Something stands in the form that was not saved. */
  readonly isChanged: boolean;
  /** The revision that the form was begun with: one that is drawn under this key begins anew where it does. */
  readonly begun: number;
  /** Drops what was typed since it was loaded or saved. */
  readonly discard: () => void;
  /**
   * Takes in what an act beside the form answered. What is typed stays on the revision it was typed into, so that a
   * conflict that is due comes.
   */
  readonly learn: (now: Saved) => void;
  /** Sends what is typed. Null where somebody else was quicker: what they saved is `theirs` then. */
  readonly save: (send: (draft: Draft, revision: number) => Promise<Saved>, over?: Saved) => Promise<Saved | null>;
  /** For who has waited for a save: something was typed meanwhile. */
  readonly isTypedSince: () => boolean;
  /**
   * Once this form goes, takes what was typed while it was being made along to its own address, where another form is
   * opened.
   */
  readonly carry: (made: Saved) => void;
  /** Saves something else of it on the revision that was typed into, and leaves what is typed. Null as for `save`. */
  readonly stepOn: (send: (revision: number) => Promise<Saved>) => Promise<Saved | null>;
  /** What somebody else has saved since. */
  readonly theirs: Saved | null;
  /** Goes on with what the server has; what was typed goes. */
  readonly begin: (saved: Saved) => void;
};

export const isConflict = (failure: unknown): boolean => failure instanceof ApiFailure && failure.code === 'conflict';

/**
 * Something loaded that is typed into and saved on the revision it was typed into. An answer changes what is known,
 * never what is typed: what is typed while it is being saved stays, and is a change. The revision moves by loading, by
 * saving and by settling a conflict alone.
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
  // What others have saved since it was typed is found when one saves.
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
  // What is typed until the other form is there goes along.
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
      // It is refused for something else: there is nobody to choose against.
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
