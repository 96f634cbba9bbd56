/** Characters of a name, as columns and headers hold it. */
const nameMaxLength = 255;
const namelessFile = 'file';

/**
 * The name under which a file is shown and saved: what comes before a slash is the sender's folders, what cannot be
 * seen or turns the direction of reading could pass one ending off as another.
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
