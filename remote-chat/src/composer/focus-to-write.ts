/**
 * Puts the focus where one writes. Not on a device whose keyboard stands on the screen, where it would cover what one
 * wants to read.
 */
export function focusToWrite(field: HTMLElement | null): void {
  if (globalThis.matchMedia('(pointer: fine)').matches) field?.focus({ preventScroll: true });
}
