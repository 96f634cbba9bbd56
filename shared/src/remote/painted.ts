import type { Language } from '../contract/values/language.ts';
import type { RegistryEntry } from './registry.ts';

/** What a page is painted for: the address, and what this browser has chosen. Nothing of a person or a tenant. */
export type PaintedPage = {
  readonly path: string;
  readonly language: Language;
  /** Of host and shared, in that language. */
  readonly texts: Readonly<Record<'host' | 'shared', object>>;
  readonly remotes: readonly RegistryEntry[];
  readonly userAgent: string;
  /** Whether the rail shows its icons alone. */
  readonly isCollapsed: boolean;
};

/** Writes the HTML that stands in the page until the shell takes its place; empty where the address has no frame. */
export type Paint = (painted: PaintedPage) => string;

/** The cookie of the rail: `collapsed` where it shows its icons alone. */
export const railCookie = { name: 'rail', collapsed: 'collapsed' } as const;
