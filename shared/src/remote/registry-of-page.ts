import { pageBlocks } from '../contract/page/page-blocks.ts';

/**
 * Returns the lines of the registry that the web service wrote into the page, still unparsed. Anything but a list
 * counts as no remotes.
 */
export function registryOfPage(): readonly unknown[] {
  try {
    const lines: unknown = JSON.parse(document.getElementById(pageBlocks.registry)?.textContent ?? '[]');
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
