/** What is handed to the browser as a file, while a test runs. */
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
