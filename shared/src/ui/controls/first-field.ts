/** The focusable fields. A button is none: Enter on one that nobody meant to press does something. */
const fields =
  'input:not([type="hidden"], [disabled], [hidden]), textarea:not([disabled]), select:not([disabled]), [contenteditable="true"]';
const selectable = new Set(['text', 'search', 'url', 'tel', 'password']);

/**
 * Focuses the first field of a newly opened element, with its text selected, as the person types next. In a group of
 * choices, focuses the checked one. If the fields are still loading, focuses once they are there, unless the person has
 * done something meanwhile. Returns a function that ends the waiting.
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

/** Focuses the first field, and says whether it succeeded. A field in a collapsed part does not take the focus. */
function focusNow(shown: HTMLElement): boolean {
  const isIn = () => document.activeElement?.matches(fields) === true && shown.contains(document.activeElement);
  if (isIn()) return true;
  for (const first of shown.querySelectorAll<HTMLElement>(fields)) {
    const field = first instanceof HTMLInputElement && first.type === 'radio' ? chosenOf(shown, first) : first;
    field.focus();
    if (field instanceof HTMLInputElement && selectable.has(field.type)) field.select();
    // The first key must not replace all of a long text.
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
    if (isIn()) return true;
  }
  return false;
}

const chosenOf = (shown: HTMLElement, first: HTMLInputElement): HTMLInputElement =>
  [...shown.querySelectorAll<HTMLInputElement>('input[type="radio"]')].find(
    ({ name, checked }) => name === first.name && checked,
  ) ?? first;
