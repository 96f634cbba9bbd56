/**
 * Returns the files that a paste means. Excel, Word and OneNote put a picture of what was copied beside its words:
 * there the words are meant. A file manager puts the names of the files beside them: there the files are.
 */
export function pastedFiles(data: Pick<DataTransfer, 'files' | 'getData'>): readonly File[] {
  const files = [...data.files];
  const [only] = files;
  if (only === undefined || files.length > 1 || !only.type.startsWith('image/')) return files;
  const words = data.getData('text/plain').trim();
  const isNamed = words.includes(only.name) || /^(file|content):\/\//.test(data.getData('text/uri-list').trim());
  return words === '' || isNamed || isAddressOf(words, data.getData('text/html')) ? files : [];
}

/** True for the address of a copied picture, which some browsers put beside it. */
const isAddressOf = (words: string, html: string) => !/\s/.test(words) && /<img\b/i.test(html) && URL.canParse(words);
