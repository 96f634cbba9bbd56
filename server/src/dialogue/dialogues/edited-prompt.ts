import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** A shorter value says nothing that could be obeyed, and stands in what people write by chance. */
const valueMinLength = 8;

type Version = { readonly content: string; readonly event_places: readonly EventPlace[] };

/**
 * Where a prompt that a person has edited still has values of an event: what somebody else wrote does not become its
 * author's by being sent again. `parentId` is what all versions of the prompt stand under.
 */
export async function eventPlacesKept(
  trx: Trx,
  { dialogueId, parentId, text }: { dialogueId: string; parentId: string | null; text: string },
): Promise<EventPlace[]> {
  const under = parentId === null ? sql`parent_id is null` : sql`parent_id = ${parentId}`;
  const { rows } =
    await sql<Version>`select content, event_places from messages where dialogue_id = ${dialogueId} and ${under} and author = 'member' and event_places <> '[]'`.execute(
      trx,
    );
  const values = new Map(
    rows
      .flatMap(({ content, event_places: places }) =>
        places.map(({ path, from, to }) => [content.slice(from, to), path] as const),
      )
      .filter(([value]) => value.length >= valueMinLength),
  );
  const found: EventPlace[] = [];
  // The longest first: one that stands within another is found with it.
  for (const [value, path] of [...values].sort(([one], [other]) => other.length - one.length)) {
    for (let from = text.indexOf(value); from >= 0; from = text.indexOf(value, from + value.length)) {
      const to = from + value.length;
      if (!found.some((it) => it.from < to && from < it.to)) found.push({ path, from, to });
    }
  }
  return found.sort((one, other) => one.from - other.from);
}
