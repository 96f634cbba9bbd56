/** Says whether the device is Apple's, whose keyboards have ⌘ in place of Ctrl. */
export const isApple = (userAgent: string): boolean => /Mac OS X|iPhone|iPad/.test(userAgent);

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented'
>;

/**
 * Says whether a key press opens the palette: Ctrl+K, on Apple's devices ⌘K, on the physical key K if a keyboard writes
 * another script.
 */
export function asksForPalette({
  key,
  code,
  ctrlKey,
  metaKey,
  altKey,
  shiftKey,
  isComposing,
  defaultPrevented,
}: Press): boolean {
  if (altKey || shiftKey || isComposing || defaultPrevented) return false;
  // Ctrl+K on a Mac deletes the rest of the line.
  if (isApple(navigator.userAgent) ? !metaKey || ctrlKey : !ctrlKey || metaKey) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
}
