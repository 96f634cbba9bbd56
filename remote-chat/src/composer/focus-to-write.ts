let isMoving = false;

/** Focuses the field to write in, unless the device has an on-screen keyboard, which would cover the text to read. */
export function focusToWrite(field: HTMLElement | null): void {
  if (!globalThis.matchMedia('(pointer: fine)').matches) return;
  isMoving = true;
  field?.focus({ preventScroll: true });
  isMoving = false;
}

/**
 * Says whether the present focus event was caused by a screen, as after a prompt was sent: nobody is typing then, and a
 * person who has just asked something reads (specification §4).
 */
export const isFocusGiven = (): boolean => isMoving;
