/**
 * The position of an event's value in a prompt, in UTF-16 code units: somebody else wrote it, whoever the author of the
 * prompt.
 */
export type EventPlace = { readonly path: string; readonly from: number; readonly to: number };

/** Disarms any spelling of the element's tags that a model might take for one. */
const withoutTags = (text: string) => text.replaceAll(/[<＜﹤](?=\s*[/／]?\s*event\b)/gi, '‹');

/** Returns a prompt as a model gets it: each value of an event stands apart, in an element that it cannot close. */
export function withEventsApart(text: string, places: readonly EventPlace[]): string {
  let told = '';
  let at = 0;
  for (const { path, from, to } of within(text, places)) {
    told += `${text.slice(at, from)}<event path=${JSON.stringify(path)}>${withoutTags(text.slice(from, to))}</event>`;
    at = to;
  }
  return told + text.slice(at);
}

/** Returns the author’s own part of a prompt: a space replaces each value of an event. */
export function withoutEvents(text: string, places: readonly EventPlace[]): string {
  let own = '';
  let at = 0;
  for (const { from, to } of within(text, places)) {
    own += `${text.slice(at, from)} `;
    at = to;
  }
  return own + text.slice(at);
}

/** Returns the places within a text that was cut. */
const within = ({ length }: string, places: readonly EventPlace[]): EventPlace[] =>
  places.filter(({ from }) => from < length).map((place) => ({ ...place, to: Math.min(place.to, length) }));
