import type { ToolAsksBecause } from '@parlance/shared/contract/api/tools';
import { chosenAddresses } from '../tools/chosen-addresses.ts';
import type { Bounds } from '../tools/kinds/tool-source.ts';
import { type Naming, howNamed } from '../tools/named-addresses.ts';
import type { ToolEntry } from '../tools/toolbox.ts';

/**
 * The way of a call: its person is asked, with the reason if its function is otherwise always allowed; or it is made,
 * within bounds.
 */
export type Way =
  | { readonly asks: true; readonly because: ToolAsksBecause | null }
  | { readonly asks: false; readonly bounds: Bounds };

/**
 * Decides the way of a call. A function that is always allowed still asks before it goes to an address nobody has
 * named: the author of a text that the model has read could make it carry something there. `readNaming` is called only
 * if there is an address.
 */
export async function wayOf(entry: ToolEntry, text: string, readNaming: () => Promise<Naming>): Promise<Way> {
  if (entry.needsSignIn) return { asks: true, because: 'sign-in' };
  if (entry.permission === 'ask') return { asks: true, because: null };
  const chosen = chosenAddresses(entry, text);
  if (chosen.length === 0) return { asks: false, bounds: null };
  const naming = await readNaming();
  const isReader = entry.kind === 'web-page';
  const named = chosen.map((address) => howNamed(address, naming));
  // Redirects of another tool are not visible here, and a page that it opens may read its fragment.
  const asks = named.some(
    (how, at) => how === null || (!isReader && (how === 'host' || (chosen[at] ?? '').includes('#'))),
  );
  if (asks) return { asks, because: 'address' };
  return { asks, bounds: named.includes('host') ? 'host' : null };
}
