/** The part of a hast node that this plugin needs. */
type PageNode = { type: string; tagName?: string; properties?: Record<string, unknown>; children?: PageNode[] };

const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'table']);

/**
 * A rehype plugin that gives each block the direction of its first letter, and code that of programs. What stands
 * within a block has no attribute of its own: the letters of such an element do not count for its block, and a list
 * would be laid out as if it had none. The style sheet gives those their direction (answer-text.module.css).
 */
export function rehypeDirection() {
  return (tree: PageNode) => {
    for (const block of tree.children ?? []) if (blocks.has(block.tagName ?? '')) direct(block, 'auto');
    directCode(tree);
  };
}

function directCode(parent: PageNode): void {
  for (const child of parent.children ?? []) {
    if (child.tagName === 'code') direct(child, 'ltr');
    else directCode(child);
  }
}

function direct(element: PageNode, dir: 'auto' | 'ltr'): void {
  element.properties = { ...element.properties, dir };
}
