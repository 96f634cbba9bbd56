/** Apple's devices say ⌘ where others say Ctrl. */
export const isApple = (userAgent: string): boolean => /Mac OS X|iPhone|iPad/.test(userAgent);

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing' | 'defaultPrevented'
>;

/**
 * Whether a key press asks for the palette: Ctrl+K, on Apple's devices ⌘K, on whatever key K is where a keyboard writes
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
  // Ctrl+K of a Mac cuts the rest of the line.
  if (isApple(navigator.userAgent) ? !metaKey || ctrlKey : !ctrlKey || metaKey) return false;
  return /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
}
