import type { KeyboardEvent } from 'react';

/** Safari ends a composition with a key of this code and without `isComposing`. */
const composingKeyCode = 229;

/** Whether a key belongs to an input method, which composes a character with it: then it is no command of the page. */
export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean => nativeEvent.isComposing || keyCode === composingKeyCode;
