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
 * A function that is always allowed still asks where it is to go to an address that nobody has named: whoever wrote
 * what the model has read could have it carry something there. `readNaming` is asked only where there is an address.
 */
export async function wayOf(entry: ToolEntry, text: string, readNaming: () => Promise<Naming>): Promise<Way> {
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
