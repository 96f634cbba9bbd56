import type { ComponentProps } from 'react';
import type ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** What remark-gfm asks of the parser it is used with: a place for its extensions. */
type Parser = { readonly data: () => object };
type Plugins = NonNullable<ComponentProps<typeof ReactMarkdown>['remarkPlugins']>;

const extensions = {};
// it wants a whole parser, and uses this of it
(remarkGfm as unknown as (this: Parser) => void).call({ data: () => extensions });

function once(this: Parser): void {
  Object.assign(this.data(), extensions);
}

/**
 * remark-gfm, whose extensions are made once. react-markdown makes a parser for every block each time it grows, and
 * making them anew took a sixth of the parsing.
 */
export const remarkGfmOnce = once as unknown as Plugins[number]; // a plugin is called with the parser as `this`
