/** Catches the files handed to the browser during a test. */
export function catchDownloads(): { readonly name: string; readonly text: Promise<string> }[] {
  const saved: { name: string; text: Promise<string> }[] = [];
  let last: Promise<string> = Promise.resolve('');
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      last = blob.text();
      return 'blob:saved';
    },
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: last });
  });
  return saved;
}
