import type { ScreenRequirement } from '../contract/access/access.ts';
import type { ServiceName } from '../contract/endpoint.ts';

/** The sections of the menu, in the order in which the frame renders them. */
export const menuSections = ['chat', 'studio', 'admin'] as const;
export type MenuSection = (typeof menuSections)[number];

/**
 * The first GET of a screen. The page sends it before the screen's code is loaded, and the screen's own call of the
 * same address gets the response. Only for a screen that requires no more than a session, and whose address has no
 * query, which may change the request.
 */
export type FirstCall = {
  /** The service; defaults to the main one. */
  readonly service?: ServiceName;
  /**
   * The path, as in the contract; `:name` is the parameter of that name in the path of the screen:
   * `/dialogues/v1/dialogues/:dialogueId`.
   */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
};

/** The outline of a screen, top down: its title in words, a line of words not known yet, an input field … */
export const outlineParts = [
  'title',
  'bar',
  'line',
  'field',
  'tabs',
  'cards',
  'rows',
  'table',
  'form',
  'talk',
] as const;

/** The skeleton of a screen, which the shell shows from the page's first moment until the screen itself is there. */
export type Outline = {
  readonly parts: readonly (typeof outlineParts)[number][];
  /** The maximum width in pixels; it is centred then. Defaults to the width of `Page` of `@parlance/shared/ui/page`. */
  readonly width?: number;
};

export type ScreenDeclaration = {
  /** The folder below `src/screens` and the first segment of its path, if it has one. */
  readonly id: string;
  /** An absolute pattern: `/dialogue/:dialogueId`. */
  readonly path: string;
  /** Patterns below `path` that the same screen serves: a detail beside its list. */
  readonly children?: readonly string[];
  /** A key of the remote's locale files. The build puts its nine texts into the declaration. */
  readonly title: string;
  /** The menu entry; none if absent. */
  readonly menu?: { readonly section: MenuSection; readonly icon: string; readonly order: number };
  /** The requirement. `public` is anyone. Defaults to a signed-in member of an active workspace. */
  readonly requires?: 'public' | ScreenRequirement;
  readonly first?: readonly FirstCall[];
  /** The skeleton; defaults to the title alone. */
  readonly outline?: Outline;
  /** `shell`, the default, puts the screen into the frame with the navigation; `page` shows it alone. */
  readonly frame?: 'shell' | 'page';
};

/**
 * An address that is defined and guarded, with no screen attached (specification §2). A person without access is led
 * away; one with access finds the not-found view. It has no menu entry, and nothing is fetched for it.
 */
export type ReservedPath = Pick<ScreenDeclaration, 'path' | 'requires'>;

/** A part that a remote adds to the shell beside its screens. */
type PartDeclaration = {
  /** The requirement. Defaults to a signed-in member of an active workspace, as for a screen. */
  readonly requires?: ScreenRequirement;
};

/**
 * A part in the rail below the navigation. Its code is loaded when the page is idle, and not while the rail is
 * collapsed.
 */
export type RailDeclaration = PartDeclaration & {
  /** The main action, which the shell itself shows above the navigation, at once. */
  readonly action?: { readonly title: string; readonly to: string; readonly icon: string };
};

/** The declaration of a remote for the host: plain data, no code. */
export type RemoteDeclaration = {
  /** The name, also the i18n namespace of its texts. */
  readonly name: string;
  /**
   * The oldest surface that it works with (`shared/surface.json`, see `surface.ts`): the build refuses a claim that is
   * too old.
   */
  readonly surface: `${number}.${number}`;
  readonly screens: readonly ScreenDeclaration[];
  readonly reserved?: readonly ReservedPath[];
  readonly rail?: RailDeclaration;
  /** A PaletteSource with the palette's entries beside screens, fetched when the palette opens. */
  readonly palette?: PartDeclaration;
};

/** Declares a remote. Keeps the literal types, so that `createRemoteApp` can require exactly the declared screens. */
export const defineRemote = <const R extends RemoteDeclaration>(remote: R): R => remote;
