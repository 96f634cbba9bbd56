/** Hands a text, or bytes, to the browser as a file to keep. */
export function saveFile(name: string, content: string | Blob, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click has been handed over; browsers keep what the URL stood for until the file is written.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
