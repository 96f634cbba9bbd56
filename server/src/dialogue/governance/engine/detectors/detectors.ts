import type { DetectorId } from '@parlance/shared/contract/api/governance/rule';
import { isWhole } from '../boundaries.ts';
import { nodesOfPattern } from '../pattern-nodes.ts';
import type { Piece, Search } from '../search.ts';
import {
  isCard,
  isDutchBsn,
  isFrenchNir,
  isGermanTaxId,
  isIban,
  isItalianFiscalCode,
  isPortugueseNif,
  isSpanishId,
  isTaiwaneseId,
  isThaiId,
} from './checksums.ts';

/**
 * How a kind of personal data is written, and what says that it is one. A form is matched against folded text, in a
 * syntax that RE2 and the browser's expressions share; everything in it is bounded, so that it takes no more than a
 * glance.
 */
type Detector = {
  readonly form: string;
  /** What counts of a match: the rest are separators. */
  readonly counted: RegExp;
  /** Counted characters that it may have, the longest first. */
  readonly lengths: (counted: string) => readonly number[];
  readonly isOne: (counted: string) => boolean;
};

const between = (least: number, most: number): number[] =>
  Array.from({ length: most - least + 1 }, (_, at) => most - at);
const digits = (least: number, most: number, separators: string, isOne: Detector['isOne']): Detector => ({
  form: `\\d(?:${separators}?\\d){${least - 1},${most - 1}}`,
  counted: /\d/,
  lengths: () => between(least, most),
  isOne,
});
/** What people put between the groups of a number: up to two spaces, points, dashes of any length, strokes. */
const separator = '[ ._/\u2010\u2011\u2012\u2013\u2014\u2015-]';
const gap = `${separator}{1,2}`;
const grouped = (group: string, times: number, last: string) => `(?:${group}${gap}){${times}}${last}`;
const exact = (form: string, length: number, isOne: Detector['isOne']): Detector => ({
  form,
  counted: /[a-z\d]/,
  lengths: () => [length],
  isOne,
});

const ibanLengths: Readonly<Record<string, number>> = {
  ...{
    ad: 24,
    ae: 23,
    al: 28,
    at: 20,
    az: 28,
    ba: 20,
    be: 16,
    bg: 22,
    bh: 22,
    br: 29,
    by: 28,
    ch: 21,
    cr: 22,
    cy: 28,
    cz: 24,
    de: 22,
    dk: 18,
    do: 28,
    ee: 20,
    eg: 29,
    es: 24,
    fi: 18,
    fo: 18,
    fr: 27,
    gb: 22,
  },
  ...{
    ge: 22,
    gi: 23,
    gl: 18,
    gr: 27,
    gt: 28,
    hr: 21,
    hu: 28,
    ie: 22,
    il: 23,
    iq: 23,
    is: 26,
    it: 27,
    jo: 30,
    kw: 30,
    kz: 20,
    lb: 28,
    lc: 32,
    li: 21,
    lt: 20,
    lu: 20,
    lv: 21,
    ly: 25,
    mc: 27,
    md: 24,
    me: 22,
  },
  ...{
    mk: 19,
    mr: 27,
    mt: 31,
    mu: 30,
    nl: 18,
    no: 15,
    pk: 24,
    pl: 28,
    ps: 29,
    pt: 25,
    qa: 29,
    ro: 24,
    rs: 22,
    sa: 24,
    sc: 31,
    se: 24,
    si: 19,
    sk: 24,
    sm: 27,
    st: 25,
    sv: 28,
    tl: 23,
    tn: 24,
    tr: 26,
    ua: 29,
    va: 22,
    vg: 24,
    xk: 20,
  },
};

/**
 * With the country's code, with a zero and separators, or as North America writes it: a bare row of digits is no
 * telephone number.
 */
const isPhone = (text: string): boolean =>
  /^(?:\+|00)[1-9]\d{6,13}$/.test(text) || /^0[1-9]\d{7,9}$/.test(text) || /^[2-9]\d{2}[2-9]\d{6}$/.test(text);

const detectors: Readonly<Record<DetectorId, Detector>> = {
  email: {
    form: "[a-z\\d][a-z\\d._%+'-]{0,63}@(?:[a-z\\d](?:[a-z\\d-]{0,62}[.])){1,6}[a-z]{2,24}",
    counted: /./,
    lengths: ({ length }) => [length],
    isOne: () => true,
  },
  phone: {
    form: '(?:(?:[+]|00)[1-9](?:[ .()/-]{0,2}\\d){6,13}|[(]?0[1-9](?:\\d{0,3})[)]?[ ./-](?:[ .()/-]?\\d){5,9}|[(]?[2-9]\\d{2}[)]?[ .-][2-9]\\d{2}[ .-]\\d{4})',
    counted: /[\d+]/,
    lengths: (counted) => between(9, counted.length),
    isOne: isPhone,
  },
  // In groups anything may stand between them; without groups a row of digits with points is another number.
  card: {
    ...digits(12, 19, '[ -]', isCard),
    form: `(?:${grouped('\\d{4}', 3, '\\d{1,4}')}(?:${gap}\\d{1,3})?|\\d{4}${gap}\\d{6}${gap}\\d{4,5}|\\d(?:[ -]?\\d){11,18})`,
  },
  iban: {
    form: `[a-z]{2}\\d{2}(?:${separator}{0,2}[a-z\\d]){11,30}`,
    counted: /[a-z\d]/,
    lengths: (counted) => [ibanLengths[counted.slice(0, 2)] ?? 0],
    isOne: isIban,
  },
  de_tax_id: digits(11, 11, '[ /]', isGermanTaxId),
  es_dni: exact('(?:\\d{8}|\\d{2}[.]\\d{3}[.]\\d{3}|[xyz][ -]?\\d{7})[ -]?[a-z]', 9, isSpanishId),
  fr_nir: exact('[12378][ ]?\\d{2}[ ]?\\d{2}[ ]?(?:\\d{2}|2[ab])[ ]?\\d{3}[ ]?\\d{3}[ ]?\\d{2}', 15, isFrenchNir),
  it_fiscal_code: exact(
    '[a-z]{6}[\\da-z]{2}[a-ehlmprst][\\da-z]{2}[a-z][\\da-z]{3}[a-z]',
    16,
    (code) =>
      /^[a-z]{6}[\dlmnp-v]{2}[a-z][\dlmnp-v]{2}[a-z][\dlmnp-v]{3}[a-z]$/.test(code) && isItalianFiscalCode(code),
  ),
  nl_bsn: digits(9, 9, '[ .]', isDutchBsn),
  pt_nif: digits(9, 9, '[ .]', (number) => /^(?:[12356]|45|7[0-9]|9[0189])/.test(number) && isPortugueseNif(number)),
  tw_id: exact('[a-z][1289]\\d{8}', 10, isTaiwaneseId),
  th_id: digits(13, 13, '[ -]', (number) => !number.startsWith('0') && isThaiId(number)),
};

/** Personal data of one kind, in any of the ways in which people write it. */
export function searchForPersonalData(id: DetectorId): Search {
  const detector = detectors[id];
  const form = new RegExp(detector.form, 'g');
  return {
    node: nodesOfPattern(detector.form),
    lineEnds: 'spaces',
    find(_text, folded, from, to) {
      const pieces: Piece[] = [];
      form.lastIndex = from;
      for (let match = form.exec(folded); match !== null && match.index < to; match = form.exec(folded)) {
        const piece = longest(detector, folded, match.index, match[0]);
        if (piece !== null) pieces.push(piece);
        form.lastIndex = piece?.end ?? match.index + 1;
      }
      return pieces;
    },
  };
}

/** The longest part of a match, from its beginning, that is one. */
function longest({ counted, lengths, isOne }: Detector, folded: string, start: number, match: string): Piece | null {
  const places = Array.from({ length: match.length }, (_, at) => at).filter((at) => counted.test(match.charAt(at)));
  const characters = places.map((at) => match.charAt(at)).join('');
  for (const length of lengths(characters)) {
    const last = places[length - 1];
    if (last === undefined || length > places.length) continue;
    const end = start + last + 1;
    if (isWhole(folded, start, end) && isOne(characters.slice(0, length))) return { start, end };
  }
  return null;
}
