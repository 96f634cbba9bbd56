import type { Subject } from '@parlance/shared/contract/access';
import { menuSections, type MenuSection } from '@parlance/shared/remote';
import { isOpenTo } from './guard.ts';
import { titleOf, type Screen } from './registry.ts';

export type MenuEntry = { readonly screen: Screen; readonly path: string; readonly title: string; readonly icon: string };
export type MenuGroup = { readonly section: MenuSection; readonly entries: readonly MenuEntry[] };

/**
 * The navigation as this person may use it, by the same rule as the guard. A section without entries is left out; a
 * section this version does not know stands under the last one.
 */
export function menuFor(screens: readonly Screen[], subject: Subject | null, language: string): readonly MenuGroup[] {
  const open = screens.filter(({ menu, requires }) => menu !== undefined && isOpenTo(requires, subject));
  return menuSections
    .map((section) => ({
      section,
      entries: open
        .filter(({ menu }) => sectionOf(menu?.section) === section)
        .sort((one, other) => (one.menu?.order ?? 0) - (other.menu?.order ?? 0))
        .map((screen) => ({ screen, path: screen.path, title: titleOf(screen, language), icon: screen.menu?.icon ?? '' })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** A section that this version does not know counts as the last one. */
export const sectionOf = (given: string | undefined): MenuSection => menuSections.find((section) => section === given) ?? 'admin';
