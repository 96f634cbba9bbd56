/** Lets the browser save a text as a file. */
export function saveFile({ file_name: name, media_type: type, content }: { readonly file_name: string; readonly media_type: string; readonly content: string }): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken it by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(address));
}
