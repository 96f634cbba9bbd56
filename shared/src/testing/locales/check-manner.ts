import { languages, type Language } from '../../contract/values/language.ts';
import { flatten, type PackageTexts } from './check-texts.ts';

/** Matches whole words in any script: \b knows only the letters of English. */
const words = (...forms: string[]) => new RegExp(`(?<!\\p{L})(?:${forms.join('|')})(?!\\p{L})`, 'iu');

/** Words of the familiar register, unfit for customers. */
const familiar: Partial<Record<Language, RegExp>> = {
  'zh-TW': /[你妳]/u,
  'th-TH': /ครับ|ค่ะ|นะคะ/u,
  'es-ES': words('tu', 'tus', 'tú', 'ti', 'te', 'contigo', 'tuy[oa]s?'),
  'fr-FR': words('tu', 'toi', 'ton', 'ta', 'tes'),
  'pt-PT': words('tu', 'ti', 'te', 'teus?', 'tuas?', 'contigo', 'você'),
  'de-DE': words('du', 'dir', 'dich', 'dein(?:e|em|en|er|es)?'),
  'it-IT': words('tu', 'ti', 'te', 'tuo', 'tua', 'tuoi', 'tue'),
  'nl-NL': words('je', 'jij', 'jou', 'jouw', 'jullie'),
};

/** Quotation marks of other languages. */
const foreignQuotes: Record<Language, RegExp> = {
  en: /[«»„「」]/u,
  'zh-TW': /[«»„“”]/u,
  'th-TH': /[«»„「」]/u,
  'es-ES': /[„“”「」]/u,
  'fr-FR': /[„“”「」]/u,
  'pt-PT': /[„“”「」]/u,
  'de-DE': /[«»”「」]/u,
  'it-IT': /[„“”「」]/u,
  'nl-NL': /[«»„“”「」]/u,
};

/**
 * French sets off ? ! ; : and the inner side of « » by a narrow no-break space (U+202F), so that no line begins with
 * one.
 */
const frenchMarks = /(?<!\u202f)[?!;»]|(?<!\u202f):(?=\s|$)|«(?!\u202f)/u;

/**
 * Chinese is set off by a space from Latin letters, from digits and from names, which may be Latin, on either side. The
 * text itself contains the space: not every browser sets it, and no mail does. A placeholder for Chinese words has
 * none.
 */
const closeLatin =
  /\p{Script=Han}(?:[A-Za-z0-9]|\{\{(?:name|who|what|date)\}\})|(?:[A-Za-z0-9]|\{\{(?:name|who|what|date)\}\})\p{Script=Han}/u;

/**
 * Lists the texts in a familiar register, or with the marks of another language: each a sentence that names language,
 * key and fault.
 */
export function checkManner(texts: PackageTexts): string[] {
  return languages.flatMap((tag) =>
    [...flatten(texts[tag] ?? {})].flatMap(([key, text]) =>
      faultsOf(tag, text).map((fault) => `${tag}: “${key}” ${fault}`),
    ),
  );
}

function faultsOf(tag: Language, text: string): string[] {
  const faults: string[] = [];
  const friendly = familiar[tag]?.exec(text)?.[0];
  if (friendly !== undefined) faults.push(`says “${friendly}” to a customer; address people formally.`);
  if (/["']|\.\.\./.test(text)) faults.push('has marks of a typewriter; write ’ and … and the quotes of the language.');
  if (foreignQuotes[tag].test(text)) faults.push('has the quotes of another language.');
  if (tag === 'fr-FR' && frenchMarks.test(text))
    faults.push('needs a narrow no-break space (U+202F) at ? ! ; : and within « ».');
  if (tag === 'zh-TW' && closeLatin.test(text))
    faults.push('needs a space between Chinese and Latin letters, digits or a name.');
  if (tag === 'es-ES' && (text.includes('?') !== text.includes('¿') || text.includes('!') !== text.includes('¡')))
    faults.push('opens no question or exclamation with ¿ or ¡.');
  return faults;
}
