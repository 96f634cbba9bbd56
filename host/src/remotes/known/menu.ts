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
  /** `expected`: room is kept for it until it is known who is there. */ readonly state: 'open' | 'expected';
};
export type MenuGroup = { readonly section: MenuSection; readonly entries: readonly MenuEntry[] };

/**
 * The navigation as this person may use it, by the same rule as the guard. A section without entries is left out; a
 * section this version does not know stands under the last one.
 */
export const menuFor = (screens: readonly Screen[], subject: Subject | null, language: string): readonly MenuGroup[] =>
  grouped(screens, language, ({ requires }) => (isOpenTo(requires, subject) ? 'open' : null));

/**
 * The same before it is known who is there: what every member may open, and room for what only a plan or a privilege
 * could keep from them. What asks for a role stands below all of it, and moves nothing when it comes.
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

/** A section that this version does not know counts as the last one. */
export const sectionOf = (given: string | undefined): MenuSection =>
  menuSections.find((section) => section === given) ?? 'admin';
