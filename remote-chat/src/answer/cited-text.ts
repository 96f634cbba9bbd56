/** What this plugin needs to know of a node of markdown's tree (mdast). */
type MarkdownNode = {
  type: string;
  value?: string;
  children?: MarkdownNode[];
  /** How the node becomes an element. */
  data?: { hName: string; hProperties: { number: string } };
};

/** Numbers beyond this are years and the like, not passages. */
const mark = /\[(\d{1,3})\]/g;

/** A remark plugin that finds the marks of passages, [1], in running text; in code and in links they stay what they are. */
export function remarkCiteMarks() {
  return findMarks;
}

function findMarks(parent: MarkdownNode): void {
  parent.children = parent.children?.flatMap((child) => {
    if (child.type === 'text') return splitAtMarks(child.value ?? '');
    if (child.children !== undefined && child.type !== 'link') findMarks(child);
    return [child];
  }) ?? [];
}

function splitAtMarks(text: string): MarkdownNode[] {
  const parts: MarkdownNode[] = [];
  let at = 0;
  for (const found of text.matchAll(mark)) {
    const [whole, number = ''] = found;
    if (found.index > at) parts.push({ type: 'text', value: text.slice(at, found.index) });
    parts.push({ type: 'citeMark', data: { hName: 'cite-mark', hProperties: { number } } });
    at = found.index + whole.length;
  }
  if (at < text.length) parts.push({ type: 'text', value: text.slice(at) });
  return parts;
}
