import type { Language } from '../contract/values/language.ts';
import type { RegistryEntry } from './registry.ts';

/** The input of a painted page: the address, and the choices of this browser. Nothing of a person or a tenant. */
export type PaintedPage = {
  readonly path: string;
  readonly language: Language;
  /** The texts of host and shared, in that language. */
  readonly texts: Readonly<Record<'host' | 'shared', object>>;
  readonly remotes: readonly RegistryEntry[];
  readonly userAgent: string;
  /** True if the rail shows its icons alone. */
  readonly isCollapsed: boolean;
};

/** Writes the HTML that the page shows until the shell takes over; empty if the address has no frame. */
export type Paint = (painted: PaintedPage) => string;

/** The cookie of the rail: `collapsed` if it shows its icons alone. */
export const railCookie = { name: 'rail', collapsed: 'collapsed' } as const;
