let isMoving = false;

/**
 * Puts the focus where one writes. Not on a device whose keyboard stands on the screen, where it would cover what one
 * wants to read.
 */
export function focusToWrite(field: HTMLElement | null): void {
  if (!globalThis.matchMedia('(pointer: fine)').matches) return;
  isMoving = true;
  field?.focus({ preventScroll: true });
  isMoving = false;
}

/**
 * Whether a focus that is being told of is one that a screen gives by itself, as after a prompt was sent: nobody has
 * begun to type then, and who has asked something reads (specification §4).
 */
export const isFocusGiven = (): boolean => isMoving;
