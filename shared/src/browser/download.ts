/** Downloads a text, or bytes, as a file. */
export function saveFile(name: string, content: string | Blob, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The click has been dispatched; browsers keep the object behind the URL until the file is written.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
