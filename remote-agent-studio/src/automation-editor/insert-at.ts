/** Inserts a text at the cursor of a field, as if it were typed, and leaves the cursor behind it. */
export function insertAt(field: HTMLTextAreaElement | HTMLInputElement, text: string): void {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, 'end');
  // Notifies React, as typing does.
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.focus();
}
