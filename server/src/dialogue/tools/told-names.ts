import { createHash } from 'node:crypto';

/** The most characters that all providers take for the name of a function. */
const nameMaxLength = 64;
const markLength = 6;
/** The characters of a function's own name that are left if it has to be shortened: half of them from its end. */
const functionMaxLength = 44;

type NamedFunction = { readonly toolId: string; readonly toolName: string; readonly name: string };

/**
 * Returns the names by which a model calls functions, in their order: letters, digits, `_` and `-`, as providers ask,
 * and no two alike. Other scripts are transliterated. A name that had to be shortened, or that is another's as well,
 * ends with a mark made of the original, so that it is the same whatever stands before it.
 */
export async function toldNamesOf(functions: readonly NamedFunction[]): Promise<string[]> {
  const ascii = await transliterator(functions.flatMap(({ toolName, name }) => [toolName, name]));
  const slugs = functions.map(({ toolName, name }) => [slug(ascii(toolName)), slug(ascii(name))] as const);
  const whole = slugs.map(([tool, own]) => beginning([tool, own].filter((part) => part !== '').join('_')));
  const owners = Map.groupBy(whole.keys(), (at) => whole[at]);
  const taken = new Set<string>();
  return functions.map((named, at) => {
    const [tool, own] = slugs[at] ?? ['', ''];
    const asked = whole[at] ?? '';
    const isItsOwn = own !== '' && asked.length <= nameMaxLength && owners.get(asked)?.length === 1;
    const name = free(isItsOwn ? asked : marked(tool, own, named), taken);
    taken.add(name);
    return name;
  });
}

/** Returns what makes ASCII of names. The tables of other scripts are loaded where there is one. */
async function transliterator(names: readonly string[]): Promise<(text: string) => string> {
  if (names.every((name) => /^\p{ASCII}*$/u.test(name))) return (text) => text;
  const { default: anyAscii } = await import('any-ascii');
  return (text) => anyAscii(text.normalize('NFC'));
}

const slug = (text: string) => text.replace(/[^\w-]+/g, '_').replace(/^_+|_+$/g, '');

/** Some providers want a letter or `_` at the beginning. */
const beginning = (name: string) => (/^[a-z_]/i.test(name) ? name : `_${name}`);

function marked(tool: string, own: string, { toolId, name }: NamedFunction): string {
  const half = functionMaxLength / 2;
  const short = own.length <= functionMaxLength ? own : `${own.slice(0, half)}_${own.slice(-half)}`;
  const rest = nameMaxLength - markLength - short.length - 3;
  const parts = [slug(tool.slice(0, rest)), short, markOf(`${toolId} ${name}`)];
  return beginning(parts.filter((part) => part !== '').join('_'));
}

const markOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, markLength);

/** Two names whose marks are the same by chance are numbered. */
function free(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++) {
    const numbered = `${name.slice(0, nameMaxLength - String(count).length - 1)}_${count}`;
    if (!taken.has(numbered)) return numbered;
  }
}
