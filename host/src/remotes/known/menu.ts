import { decide, type Subject } from '@parlance/shared/contract/access/access';
import { menuSections, type MenuSection } from '@parlance/shared/remote';
import { plainMember } from '@parlance/shared/remote/requirement';
import { isOpenTo } from './is-open-to.ts';
import { titleOf, type Screen } from './registry.ts';

export type MenuEntry = {
  readonly screen: Screen;
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  /** `expected`: its room is reserved until the person is known. */ readonly state: 'open' | 'expected';
};
export type MenuGroup = { readonly section: MenuSection; readonly entries: readonly MenuEntry[] };

/**
 * Returns the navigation of this person, by the same rule as the guard. A section without entries is left out; an
 * unknown section is merged into the last one.
 */
export const menuFor = (screens: readonly Screen[], subject: Subject | null, language: string): readonly MenuGroup[] =>
  grouped(screens, language, ({ requires }) => (isOpenTo(requires, subject) ? 'open' : null));

/**
 * Returns the navigation before the person is known: the entries open to every member, and room for those that only a
 * plan or a privilege could deny. Entries that require a role are below all of it, and move nothing when they appear.
 */
export const menuAhead = (screens: readonly Screen[], language: string): readonly MenuGroup[] =>
  grouped(screens, language, ({ requires }) => {
    if (isOpenTo(requires, plainMember)) return 'open';
    if (requires === 'public' || requires === null) return null;
    const { feature: _, ...beyondThePlan } = requires;
    return decide(beyondThePlan, plainMember).allowed ? 'expected' : null;
  });

function grouped(
  screens: readonly Screen[],
  language: string,
  stateOf: (screen: Screen) => MenuEntry['state'] | null,
): readonly MenuGroup[] {
  const open = screens.flatMap((screen) => {
    const state = screen.menu === undefined ? null : stateOf(screen);
    return state === null ? [] : [{ screen, menu: screen.menu, state }];
  });
  return menuSections
    .map((section) => ({
      section,
      entries: open
        .filter(({ menu }) => sectionOf(menu?.section) === section)
        .sort((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0))
        .map(({ screen, menu, state }) => ({
          screen,
          path: screen.path,
          title: titleOf(screen, language),
          icon: menu?.icon ?? '',
          state,
        })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** Returns the section of an entry; an unknown one counts as the last. */
export const sectionOf = (given: string | undefined): MenuSection =>
  menuSections.find((section) => section === given) ?? 'admin';
