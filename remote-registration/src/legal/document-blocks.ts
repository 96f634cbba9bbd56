/** A block of a document. In a text, `[…]` is for the operator to fill in, and `{email}` is the support address. */
export type Block =
  | { readonly kind: 'heading'; readonly id: string; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] };

/**
 * Parses the subset of markdown that the documents use: `## ` headings, paragraphs, and `- ` lists, with blank lines
 * between. Headings are numbered, so that a link to one holds in every language.
 */
export function documentBlocks(markdown: string): readonly Block[] {
  let section = 0;
  const parts = markdown.trim().split(/\n{2,}/);
  return parts.map((part): Block => {
    if (part.startsWith('## ')) {
      section += 1;
      return { kind: 'heading', id: `section-${section}`, text: part.slice(3) };
    }
    if (part.startsWith('- ')) return { kind: 'list', items: part.split('\n').map((line) => line.slice(2)) };
    return { kind: 'paragraph', text: part };
  });
}

export type Piece = { readonly kind: 'text' | 'blank' | 'email'; readonly text: string };

/** Splits a text into pieces: plain text, placeholders of the operator, and the support address. */
export function documentPieces(text: string): readonly Piece[] {
  return text
    .split(/(\[[^\]]+\]|\{email\})/)
    .filter((part) => part !== '')
    .map((part): Piece => {
      if (part === '{email}') return { kind: 'email', text: part };
      return { kind: part.startsWith('[') ? 'blank' : 'text', text: part };
    });
}
