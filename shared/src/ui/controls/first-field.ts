/** What one types into or chooses with. A button is none: Enter on one that nobody meant to press does something. */
const fields =
  'input:not([type="hidden"], [disabled], [hidden]), textarea:not([disabled]), select:not([disabled]), [contenteditable="true"]';
const selectable = new Set(['text', 'search', 'url', 'tel', 'password']);

/**
 * Puts the focus into the first field of what has just been shown, with its text selected, as who opens a dialog types
 * next. Of some choices of which one is made it is that one. Where the fields are still to come, as with a form that is
 * loaded, they have the focus once they are there, unless the person has done something meanwhile. Returns what ends
 * the waiting.
 */
export function focusFirstField(shown: HTMLElement): () => void {
  if (focusNow(shown)) return () => {};
  const acts = ['keydown', 'pointerdown'] as const;
  const observer = new MutationObserver(() => {
    if (focusNow(shown)) end();
  });
  function end(): void {
    observer.disconnect();
    for (const act of acts) shown.removeEventListener(act, end, true);
  }
  observer.observe(shown, { childList: true, subtree: true });
  for (const act of acts) shown.addEventListener(act, end, true);
  return end;
}

/** Whether the focus is in a field now. One in a part that is folded away does not take it. */
function focusNow(shown: HTMLElement): boolean {
  const isIn = () => document.activeElement?.matches(fields) === true && shown.contains(document.activeElement);
  if (isIn()) return true;
  for (const first of shown.querySelectorAll<HTMLElement>(fields)) {
    const field = first instanceof HTMLInputElement && first.type === 'radio' ? chosenOf(shown, first) : first;
    field.focus();
    if (field instanceof HTMLInputElement && selectable.has(field.type)) field.select();
    // All of a long text is not to be replaced by the first key.
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
    if (isIn()) return true;
  }
  return false;
}

const chosenOf = (shown: HTMLElement, first: HTMLInputElement): HTMLInputElement =>
  [...shown.querySelectorAll<HTMLInputElement>('input[type="radio"]')].find(
    ({ name, checked }) => name === first.name && checked,
  ) ?? first;
