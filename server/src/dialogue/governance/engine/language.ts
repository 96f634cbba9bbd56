import type { TextLanguage } from '@parlance/shared/contract/api/governance/rule';

/** A language is told by the beginning of a text: an answer is not kept from its reader any longer than that. */
export const languageLength = 300;
/** Letters without which nothing is said of a text. */
const lettersAtLeast = 20;

/** Words that stand in nearly every sentence of a language, and seldom in one of the others. */
const common: Readonly<Partial<Record<TextLanguage, string>>> = {
  en: 'the and is of to that for with are this you not have was what from your be it on will can',
  de: 'der die und das ist nicht ein eine den mit zu sie auf für von dem wie sich auch wir ich werden',
  fr: 'le les et des est une pour que dans vous pas sur avec qui du au ce plus nous je sont votre',
  es: 'el los las y una por con para del se no es como está más su lo qué usted pero muy nosotros',
  pt: 'os as e um uma não com para do da dos das em são você ao por mais como está nós também',
  it: 'il gli e di che un una per non sono con del della dei nel è alla anche come questo più lei',
  nl: 'de het een en van is niet dat op te met voor zijn aan ook naar bij wordt wij u dit kunnen',
};
const commonWords = Object.entries(common).map(([language, list]) => ({
  language: language as TextLanguage,
  words: new Set(list.split(' ')),
})); // the keys of `common`

const count = (text: string, form: RegExp): number => text.match(form)?.length ?? 0;

/** The language in which a text begins; null where that cannot be said. */
export function languageOf(text: string): TextLanguage | null {
  const beginning = text.slice(0, languageLength);
  const letters = count(beginning, /\p{L}/gu);
  const han = count(beginning, /\p{Script=Han}/gu);
  const thai = count(beginning, /\p{Script=Thai}/gu);
  if (thai > letters / 3 && thai >= lettersAtLeast / 2) return 'th';
  if (han > letters / 3 && han >= lettersAtLeast / 4 && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(beginning))
    return 'zh';
  if (letters < lettersAtLeast) return null;
  const words = beginning.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [best, next] = commonWords
    .map(({ language, words: known }) => ({ language, hits: words.filter((word) => known.has(word)).length }))
    .sort((a, b) => b.hits - a.hits);
  return best !== undefined && best.hits >= 2 && best.hits > (next?.hits ?? 0) ? best.language : null;
}
