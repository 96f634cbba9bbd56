import type { KeyboardEvent } from 'react';

/** Safari ends a composition with a key of this code and without `isComposing`. */
const composingKeyCode = 229;

/** Says whether a key belongs to an input method that is composing a character: then it is no command of the page. */
export function isComposing(event: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- Safari says in no other way that this Enter ends a composition
  return event.nativeEvent.isComposing || event.keyCode === composingKeyCode;
}
