import type { ScreenRequirement } from '../contract/access/access.ts';
import type { ServiceName } from '../contract/endpoint.ts';

/** Where the menu entry of a screen stands. The frame draws the sections in this order. */
export const menuSections = ['chat', 'studio', 'admin'] as const;
export type MenuSection = (typeof menuSections)[number];

/**
 * A GET that a screen begins with. The page sends it before the code of the screen is there, and the screen's own call,
 * of the same address, gets the answer. Only where the screen asks for no more than a session, and where its address
 * has no query, by which a screen may ask for something else.
 */
export type FirstCall = {
  /** Absent is the main service. */
  readonly service?: ServiceName;
  /**
   * As in the contract; `:name` is the parameter of that name in the path of the screen:
   * `/dialogues/v1/dialogues/:dialogueId`.
   */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
};

/**
 * What a screen looks like from afar, top down: its title in words, a line of words that are not known yet, a field to
 * write in …
 */
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

/** The shape of a screen, which the shell draws from the page's first moment until the screen itself is there. */
export type Outline = {
  readonly parts: readonly (typeof outlineParts)[number][];
  /**
   * Pixels: the widest that it becomes; it stands in the middle then. Absent is as wide as `Page` of
   * `@parlance/shared/ui/page`.
   */
  readonly width?: number;
};

export type ScreenDeclaration = {
  /** The folder below `src/screens` and the first segment of the path where it has one. */
  readonly id: string;
  /** An absolute pattern: `/dialogue/:dialogueId`. */
  readonly path: string;
  /** Patterns below `path` that the same screen serves: a detail beside its list. */
  readonly children?: readonly string[];
  /** A key of the remote's locale files. The build puts its nine texts into the declaration. */
  readonly title: string;
  /** Without it the screen has no menu entry. */
  readonly menu?: { readonly section: MenuSection; readonly icon: string; readonly order: number };
  /** `public` is anyone. Absent asks only for a signed-in member of an active workspace. */
  readonly requires?: 'public' | ScreenRequirement;
  readonly first?: readonly FirstCall[];
  /** Absent is the title alone. */
  readonly outline?: Outline;
  /** `shell`, the default, stands in the frame with the navigation; `page` stands alone. */
  readonly frame?: 'shell' | 'page';
};

/**
 * An address that is defined and guarded, with no screen attached (specification §2). Whoever may not open it is led
 * away; whoever may finds the not-found view. It has no menu entry, and nothing is fetched for it.
 */
export type ReservedPath = Pick<ScreenDeclaration, 'path' | 'requires'>;

/** A part that a remote adds to the shell beside its screens. */
type PartDeclaration = {
  /** Absent asks only for a signed-in member of an active workspace, as for a screen. */
  readonly requires?: ScreenRequirement;
};

/**
 * What stands in the rail below the navigation. Its code comes when the page is idle, and not where the rail is folded.
 */
export type RailDeclaration = PartDeclaration & {
  /** The main thing one does: drawn by the shell itself above the navigation, at once. */
  readonly action?: { readonly title: string; readonly to: string; readonly icon: string };
};

/** What a remote tells the host about itself: plain data, no code. */
export type RemoteDeclaration = {
  /** Also the i18n namespace of its texts. */
  readonly name: string;
  /**
   * The oldest surface that it works with (`shared/surface.json`, see `surface.ts`): the build refuses a claim that is
   * too old.
   */
  readonly surface: `${number}.${number}`;
  readonly screens: readonly ScreenDeclaration[];
  readonly reserved?: readonly ReservedPath[];
  readonly rail?: RailDeclaration;
  /** What the palette finds beside screens: a PaletteSource, fetched when the palette opens. */
  readonly palette?: PartDeclaration;
};

/** Keeps the literal types, so that `createRemoteApp` can ask for exactly the declared screens. */
export const defineRemote = <const R extends RemoteDeclaration>(remote: R): R => remote;
