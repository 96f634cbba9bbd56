import type { Subject } from '@parlance/shared/contract/access/access';
import type { MenuSection } from '@parlance/shared/remote';
import type { PaletteEntry } from '@parlance/shared/remote/palette-source';
import { screenAt } from '@parlance/shared/remote/screen-at';
import { isOpenTo } from '../remotes/known/is-open-to.ts';
import { menuFor } from '../remotes/known/menu.ts';
import { titleOf, type Screen } from '../remotes/known/registry.ts';

/** Something the palette leads to or does. */
export type Entry = {
  /** One in the whole palette; without blanks, for the line’s own id is made of it. */
  readonly id: string;
  readonly title: string;
  /** What distinguishes it: its section, its bot, its purpose. The search looks here too. */
  readonly note?: string;
  /** An emoji, or the name of one of the shell's drawings. */
  readonly icon: { readonly emoji: string } | { readonly drawing: string };
  /** Found by these as well, though they are not shown. */
  readonly alsoFoundBy?: string;
  /** Shown only to a person who searches for it. */
  readonly isOnlyFound?: boolean;
  /** The path it leads to, or what it does; rejects where it could not be done, which the text then says. */
  readonly does: string | (() => void | Promise<void>);
  readonly failureText?: string;
};

/** Entries of one kind below a heading. */
export type EntryGroup = {
  readonly id: string;
  readonly title: string;
  /** The first entries of a group, shown without a search. */
  readonly shownAtFirst: number;
  readonly entries: readonly Entry[];
};

export type Reach = { readonly screens: readonly Screen[]; readonly subject: Subject | null };

/** Whether a screen serves a path and the person may open it, by the rule of the guard and the menu. */
export function canOpen(path: string, { screens, subject }: Reach): boolean {
  const screen = screenAt(screens, path.split(/[?#]/, 1)[0] ?? path);
  return screen !== undefined && isOpenTo(screen.requires, subject);
}

/**
 * The screens as the menu shows them to this person, and the ones without a place in it that need no further word to be
 * opened.
 */
export function screenEntries(
  { screens, subject }: Reach,
  language: string,
  sectionTitle: (section: MenuSection) => string,
): readonly Entry[] {
  const inMenu = menuFor(screens, subject, language).flatMap(({ section, entries }) =>
    entries.map(({ path, title, icon }) => screenEntry({ path, title, icon, note: sectionTitle(section) })),
  );
  const beside = screens
    .filter(
      ({ menu, frame, path, requires }) =>
        menu === undefined && frame === 'shell' && !path.includes(':') && isOpenTo(requires, subject),
    )
    .map((screen) => screenEntry({ path: screen.path, title: titleOf(screen, language), icon: '' }));
  return [...inMenu, ...beside];
}

type ScreenOptions = { readonly path: string; readonly title: string; readonly icon: string; readonly note?: string };

export const screenEntry = ({ path, icon, ...shown }: ScreenOptions): Entry => ({
  id: `screen:${path}`,
  icon: { drawing: icon },
  does: path,
  ...shown,
});

/**
 * What a remote gives the palette, where this person may open it. `of` makes its ids different from those of others.
 */
export const contributedEntries = (of: string, given: readonly PaletteEntry[], reach: Reach): readonly Entry[] =>
  given
    .filter(({ to }) => canOpen(to, reach))
    .map(({ id, to, ...shown }) => ({ ...shown, id: `${of}:${id}`, does: to }));
