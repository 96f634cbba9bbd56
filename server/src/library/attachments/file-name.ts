/** The maximal length of a name, as columns and headers hold it. */
const nameMaxLength = 255;
const namelessFile = 'file';

/**
 * Cleans a file name for showing and saving: a path before a slash names the sender's folders, and invisible or
 * direction-changing characters could disguise one ending as another.
 */
export function cleanFileName(name: string): string {
  const visible = name
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return visible === '' ? namelessFile : shortened(visible);
}

/** Cuts the middle out of a name that is too long: its ending tells the kind. */
function shortened(name: string): string {
  if (name.length <= nameMaxLength) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, nameMaxLength - ending.length - 1).replace(/[\uD800-\uDBFF]$/, '')}…${ending}`;
}
