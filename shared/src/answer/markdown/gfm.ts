import type { ComponentProps } from 'react';
import type ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { endedByReaders } from './bare-addresses.ts';
import { emphasis } from './emphasis.ts';
import { eachConstruct } from './micromark.ts';
import type { Extension } from './micromark.ts';

/** The part of a parser that remark-gfm uses: a place for its extensions. */
type Parser = { readonly data: () => object };
type Plugins = NonNullable<ComponentProps<typeof ReactMarkdown>['remarkPlugins']>;

const gfm: { micromarkExtensions?: readonly Extension[] } = {};
// The type demands a whole parser, of which only this is used.
(remarkGfm as unknown as (this: Parser) => void).call({ data: () => gfm });

const extensions = {
  ...gfm,
  // One each, because they are combined for every block: ours take the place of those of remark-gfm.
  micromarkExtensions: (gfm.micromarkExtensions ?? []).map((extension) => ({
    ...extension,
    text: { ...eachConstruct(extension.text ?? {}, endedByReaders), ...emphasis },
  })),
};

function once(this: Parser): void {
  Object.assign(this.data(), extensions);
}

/**
 * remark-gfm and what we add to it, with extensions that are made once. react-markdown makes a parser for every block
 * each time it grows, and making them anew took a sixth of the parsing time.
 */
export const remarkGfmOnce = once as unknown as Plugins[number]; // a plugin is called with the parser as `this`
