import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import { Guard } from './engine/guard.ts';
import type { Checker } from './engine/rule-set.ts';

/**
 * Where values of an event stand in a prompt once it is masked. A mask that lies across the border of one may hide what
 * was on both sides: then all from the first mask or value on is taken for the event's, never less.
 */
export function placesOnceMasked(
  checker: Checker,
  text: string,
  masked: string,
  places: readonly EventPlace[],
): readonly EventPlace[] {
  const [first] = places;
  if (masked === text || first === undefined) return places;
  const alone = (piece: string) => {
    const guard = new Guard(checker);
    return guard.push(piece) + guard.settle();
  };
  const moved: EventPlace[] = [];
  let made = '';
  let at = 0;
  for (const { path, from, to } of places) {
    made += alone(text.slice(at, from));
    const begun = made.length;
    made += alone(text.slice(from, to));
    moved.push({ path, from: begun, to: made.length });
    at = to;
  }
  if (made + alone(text.slice(at)) === masked) return moved;
  let from = 0;
  while (from < first.from && text[from] === masked[from]) from++;
  return [{ path: first.path, from, to: masked.length }];
}
