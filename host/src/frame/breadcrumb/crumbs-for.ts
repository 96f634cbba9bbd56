import type { MenuSection } from '@parlance/shared/remote';
import { placeAt, screenAt } from '@parlance/shared/remote/screen-at';
import { sectionOf } from '../../remotes/known/menu.ts';
import { titleOf, type Screen } from '../../remotes/known/registry.ts';

/** One step of the breadcrumb. A step with a page is a link; a section has none of its own. */
export type Crumb = { readonly text: string; readonly to?: string };

type Here = {
  readonly screens: readonly Screen[];
  readonly path: string;
  readonly language: string;
  /** The name the screen gives itself: of a bot, a rule, a dialogue. Null until it has. */
  readonly name: string | null;
  readonly sectionTitle: (section: MenuSection) => string;
};

/** Returns section, screen, and within it the detail: `Administration / Governance / No card numbers`. */
export function crumbsFor({ screens, path, language, name, sectionTitle }: Here): readonly Crumb[] {
  const screen = screenAt(screens, path);
  if (screen === undefined) return name === null ? [] : [{ text: name }];
  const title = titleOf(screen, language);
  const place = placeAt(screens, path);
  const section = { text: sectionTitle(sectionHolding(screen, screens)) };
  if (place === path) return [section, { text: name ?? title }];
  return [section, { text: title, to: place }, ...(name === null || name === title ? [] : [{ text: name }])];
}

/**
 * Returns the section of a screen; one without a menu entry, as a dialogue, belongs with the other screens of its
 * remote.
 */
function sectionHolding(screen: Screen, screens: readonly Screen[]): MenuSection {
  const menu = screen.menu ?? screens.find((it) => it.remote === screen.remote && it.menu !== undefined)?.menu;
  return sectionOf(menu?.section);
}
