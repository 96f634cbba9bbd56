/** The elements kept from a list or a table that is rendered in parts. */
export type TakenOut = 'li' | 'thead' | 'tbody';

/** The part of a hast node that this plugin needs. */
type PageNode = { type: string; tagName?: string; properties?: Record<string, unknown>; children?: PageNode[] };

const element = (tagName: string, children: PageNode[]): PageNode => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

/** A rehype plugin that takes the items out of their list, or the head or the rows out of their table. */
export function rehypeTakeOut(taken: TakenOut) {
  return (tree: PageNode) => {
    tree.children = tree.children?.flatMap((child) => partOf(child, taken)) ?? [];
  };
}

/** Turns content that is not a list or a table after all into an item or a row, so that nothing is lost. */
function partOf(node: PageNode, taken: TakenOut): PageNode[] {
  if (node.type !== 'element') return [];
  const isWhole = taken === 'li' ? node.tagName === 'ul' || node.tagName === 'ol' : node.tagName === 'table';
  if (isWhole) return node.children?.filter(({ tagName }) => tagName === taken) ?? [];
  if (taken === 'thead') return [];
  return taken === 'li' ? [element('li', [node])] : [element('tbody', [element('tr', [element('td', [node])])])];
}
