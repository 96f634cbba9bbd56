import type { Requirement } from '../contract/access.ts';

/** Where the menu entry of a screen stands. The frame draws the sections in this order. */
export const menuSections = ['chat', 'studio', 'admin'] as const;
export type MenuSection = (typeof menuSections)[number];

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
  readonly requires?: 'public' | Requirement;
  /** `shell`, the default, stands in the frame with the navigation; `page` stands alone. */
  readonly frame?: 'shell' | 'page';
};

/**
 * An address that is defined and guarded, with no screen attached (specification §2). Whoever may not open it is led
 * away; whoever may finds the not-found view. It has no menu entry, and nothing is fetched for it.
 */
export type ReservedPath = Pick<ScreenDeclaration, 'path' | 'requires'>;

/** What a remote tells the host about itself: plain data, no code. */
export type RemoteDeclaration = {
  /** Also the i18n namespace of its texts. */
  readonly name: string;
  readonly screens: readonly ScreenDeclaration[];
  readonly reserved?: readonly ReservedPath[];
};

/** Keeps the literal types, so that `createRemoteApp` can ask for exactly the declared screens. */
export const defineRemote = <const R extends RemoteDeclaration>(remote: R): R => remote;
