import type { Page } from 'playwright';

/**
 * Compilers of V8 that write machine code while a page is used: a megabyte in 200 rounds through the product, all of it
 * V8's own and none the page's. Without them the heap is what the page holds.
 */
export const withoutCompilers = ['--js-flags=--no-opt,--no-maglev,--no-sparkplug'] as const;

/** What a page holds when everything is collected that nothing holds: bytes of its heap, nodes and listeners. */
export type MemoryUse = { readonly heap: number; readonly nodes: number; readonly listeners: number };

export async function heldBy(page: Page): Promise<MemoryUse> {
  const cdp = await page.context().newCDPSession(page);
  try {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
    return { heap: usedSize, nodes, listeners: jsEventListeners };
  } finally {
    await cdp.detach();
  }
}
