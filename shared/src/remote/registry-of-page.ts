import { pageBlocks } from '../contract/page/page-blocks.ts';

let known: { readonly text: string; readonly lines: readonly unknown[] } | null = null;

/**
 * Returns the lines of the registry that the web service wrote into the page, still unparsed; the same array until the
 * block changes. Anything but a list counts as no remotes.
 */
export function registryOfPage(): readonly unknown[] {
  const text = document.getElementById(pageBlocks.registry)?.textContent ?? '[]';
  if (known?.text !== text) known = { text, lines: linesOf(text) };
  return known.lines;
}

function linesOf(text: string): readonly unknown[] {
  try {
    const lines: unknown = JSON.parse(text);
    if (Array.isArray(lines)) return lines;
    throw new SyntaxError('it is no list');
  } catch (unreadable) {
    if (!(unreadable instanceof SyntaxError)) throw unreadable;
    console.error(
      `The block ${pageBlocks.registry} of the page cannot be read; look at REGISTRY_FILE of the web service.`,
      unreadable,
    );
    return [];
  }
}
