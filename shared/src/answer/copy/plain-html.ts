/** The elements of a drawn answer that other programs understand, each with the attributes they need. */
const kept: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['p', 'h3', 'h4', 'blockquote', 'hr', 'br', 'ul', 'li', 'pre', 'code', 'strong', 'em', 'del', 'sup'].map((tag) => [
      tag,
      [],
    ]),
  ),
  ...Object.fromEntries(['table', 'thead', 'tbody', 'tr'].map((tag) => [tag, []])),
  a: ['href'],
  ol: ['start'],
  th: ['style'],
  td: ['style'],
};
const linked = /^(https?|mailto|tel):/i;

/** Returns a drawn answer as HTML; see `plainElement`. */
export const plainHtml = (drawn: Element): string => plainElement(drawn).innerHTML;

/**
 * Returns a drawn answer as an element for other programs: its words, lists, tables, code and links without our classes
 * or buttons. A formula is its LaTeX, between dollars; the mark of a source its number in brackets.
 */
export function plainElement(drawn: Element): HTMLElement {
  const plain = document.createElement('div');
  for (const node of drawn.childNodes) plain.append(...plainNodes(node));
  return plain;
}

function plainNodes(node: Node): readonly Node[] {
  if (node instanceof Text) return [new Text(node.data)];
  if (!(node instanceof HTMLElement)) return [];
  const { copyAs } = node.dataset;
  if (copyAs !== undefined) return copyAs === '' ? [] : [new Text(copyAs)];
  if (node instanceof HTMLButtonElement || node.classList.contains('visually-hidden')) return [];
  const tag = node.localName;
  const inside = [...node.childNodes].flatMap(plainNodes);
  const attributes = kept[tag];
  const isDead = tag === 'a' && !linked.test(node.getAttribute('href') ?? '');
  if (attributes === undefined || isDead) return inside;
  const plain = document.createElement(tag);
  for (const name of attributes) {
    const value = name === 'style' ? alignOf(node) : node.getAttribute(name);
    if (value !== null && value !== '') plain.setAttribute(name, value);
  }
  plain.append(...inside);
  return [plain];
}

const alignOf = ({ style: { textAlign } }: HTMLElement) => (textAlign === '' ? '' : `text-align: ${textAlign}`);
