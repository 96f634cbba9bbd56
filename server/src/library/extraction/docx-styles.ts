import { type XmlElement, childOf, elementsOf } from './xml.ts';

/** The level that says that a paragraph is no heading (ECMA-376, part 1, 17.3.1.20). */
const bodyLevel = 9;
/** The longest chain of styles that are based on each other. */
const chainAtMost = 20;
/** Names of headings in languages of Word; its own files have the English ones, whatever is shown. */
export const headingName =
  /^(?:heading|überschrift|berschrift|titre|título|ttulo|titolo|kop|cabeçalho|cabealho|rubrik|overskrift|otsikko|nagłówek|nagwek|nadpis|címsor|заголовок|標題|标题|見出し|หัวเรื่อง)[\s_-]*([1-9])$/i;
export const titleName = /^(?:title|titel|titre|título|titolo|標題|标题)$/i;

type Style = {
  readonly name: string;
  readonly base: string;
  readonly outline: string | undefined;
  readonly numbering: XmlElement | undefined;
};

/** What the styles of a document say of a paragraph. */
export type Styles = {
  /** Returns the level of a heading from 1; null for any other paragraph. */
  headingLevelOf(properties: XmlElement | undefined): number | null;
  /** Returns the numbering that the paragraph or its style names. */
  numberingOf(properties: XmlElement | undefined): XmlElement | undefined;
};

/** Reads the styles (ECMA-376, part 1, 17.7); a document without them is judged by the ids that it names. */
export function stylesOf(roots: readonly XmlElement[]): Styles {
  const styles = new Map<string, Style>(
    roots.flatMap(elementsOf).map((style) => {
      const properties = childOf(style, 'pPr');
      return [
        style.attributes['styleId'] ?? '',
        {
          name: valueOf(style, 'name') ?? '',
          base: valueOf(style, 'basedOn') ?? '',
          outline: valueOf(properties, 'outlineLvl'),
          numbering: childOf(properties, 'numPr'),
        },
      ];
    }),
  );
  const chainOf = (properties: XmlElement | undefined): Style[] => {
    const chain: Style[] = [];
    let id = valueOf(properties, 'pStyle') ?? '';
    while (id !== '' && chain.length < chainAtMost) {
      const style = styles.get(id) ?? { name: id, base: '', outline: undefined, numbering: undefined };
      chain.push(style);
      id = style.base;
    }
    return chain;
  };
  return {
    headingLevelOf(properties) {
      const own = valueOf(properties, 'outlineLvl');
      if (own !== undefined) return levelOf(own);
      for (const { name, outline } of chainOf(properties)) {
        const level = headingName.exec(name)?.[1];
        if (level !== undefined) return Number(level);
        if (outline !== undefined) return levelOf(outline);
        if (titleName.test(name)) return 1;
      }
      return null;
    },
    numberingOf: (properties) =>
      childOf(properties, 'numPr') ?? chainOf(properties).find(({ numbering }) => numbering !== undefined)?.numbering,
  };
}

const levelOf = (outline: string) => (Number(outline) >= 0 && Number(outline) < bodyLevel ? Number(outline) + 1 : null);

/** Returns the value of a property. */
export const valueOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.attributes['val'];
