/** Puts a text where the cursor stands in a field, as if it were typed, and leaves the cursor behind it. */
export function insertAt(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  // React hears of it as of what is typed.
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}
