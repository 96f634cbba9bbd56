import { setTimeout as wait } from 'node:timers/promises';
import type { Transfer } from './wire.ts';

const quietMs = 700;

/**
 * Resolves once something was transferred and nothing more came for a while. Playwright's “networkidle” is of the
 * document: after a navigation inside the page it has long been reached.
 */
export async function untilQuiet(transfers: readonly Transfer[]): Promise<void> {
  for (let seen = -1; seen <= 0 || seen !== transfers.length; ) {
    seen = transfers.length;
    await wait(quietMs);
  }
}
