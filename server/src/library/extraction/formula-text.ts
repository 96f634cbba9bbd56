import { type XmlElement, childOf, elementsOf, textOf } from './xml.ts';

/**
 * Writes an equation in a line: Office's own (ECMA-376, part 1, 22.1) and MathML. What has no sign in a line is the
 * text of its parts.
 */
export function formulaText(element: XmlElement): string {
  const inner = elementsOf(element);
  const part = (name: string) => lineOf(childOf(element, name));
  const place = (at: number) => lineOf(inner[at]);
  switch (element.name) {
    case 't':
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
      return textOf(element);
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'mfrac':
      return `${grouped(place(0))}/${grouped(place(1))}`;
    case 'sSup':
      return `${grouped(part('e'))}^${grouped(part('sup'))}`;
    case 'msup':
      return `${grouped(place(0))}^${grouped(place(1))}`;
    case 'sSub':
      return `${grouped(part('e'))}_${grouped(part('sub'))}`;
    case 'msub':
      return `${grouped(place(0))}_${grouped(place(1))}`;
    case 'sSubSup':
      return `${grouped(part('e'))}_${grouped(part('sub'))}^${grouped(part('sup'))}`;
    case 'msubsup':
      return `${grouped(place(0))}_${grouped(place(1))}^${grouped(place(2))}`;
    case 'rad': {
      const degree = part('deg');
      return degree === '' ? `√(${part('e')})` : `${grouped(degree)}√(${part('e')})`;
    }
    case 'msqrt':
      return `√(${lineOf({ ...element, name: 'mrow' })})`;
    case 'nary': {
      const sign = childOf(childOf(element, 'naryPr'), 'chr')?.attributes['val'] ?? '∫';
      const [low, high] = [part('sub'), part('sup')];
      return `${sign}${low === '' ? '' : `_${grouped(low)}`}${high === '' ? '' : `^${grouped(high)}`} ${part('e')}`;
    }
    case 'd': {
      const properties = childOf(element, 'dPr');
      const sign = (name: string, usual: string) => childOf(properties, name)?.attributes['val'] ?? usual;
      const parts = inner.filter(({ name }) => name === 'e').map(lineOf);
      return `${sign('begChr', '(')}${parts.join(sign('sepChr', '|'))}${sign('endChr', ')')}`;
    }
    default:
      return inner.map(formulaText).join(element.name === 'mr' || element.name === 'mtr' ? ' ' : '');
  }
}

const lineOf = (element: XmlElement | undefined): string => (element === undefined ? '' : formulaText(element).trim());

/** Puts more than one sign in parentheses. */
const grouped = (text: string) => (/^[\p{L}\p{N}.,]*$/u.test(text) || text.length === 1 ? text : `(${text})`);
