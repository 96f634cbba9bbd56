/** HTML as a text of one form, so that two ways of writing the same elements are equal. */
export function canonicalHtml(root: ParentNode): string {
  return [...root.childNodes].map((node) => written(node, false)).join('');
}

const blocks = new Set([
  ...[
    'P',
    'H1',
    'H2',
    'H3',
    'H4',
    'H5',
    'H6',
    'BLOCKQUOTE',
    'HR',
    'UL',
    'OL',
    'LI',
    'PRE',
    'BR',
    'DIV',
    'SECTION',
    'BODY',
  ],
  ...['TABLE', 'THEAD', 'TBODY', 'TR', 'TH', 'TD'],
]);

function written(node: Node, isCode: boolean): string {
  if (node.nodeType === Node.TEXT_NODE) return isCode ? (node.textContent ?? '') : textOf(node);
  if (!(node instanceof Element)) return '';
  const own = ownOf(node);
  if (own !== null) return own;
  const children = () => [...node.childNodes].map((child) => written(child, isCode || node.tagName === 'PRE')).join('');
  const name = nameOf(node);
  return name === '' ? children() : `<${name}${attributesOf(node)}>${children()}</${name}>`;
}

/** Text beside a block is trimmed, as a browser does. */
function textOf(node: Node): string {
  let text = (node.textContent ?? '').replace(/[ \t\r\n]+/g, ' ');
  if (node.previousSibling === null ? isBlock(node.parentNode) : isBlock(node.previousSibling)) text = text.trimStart();
  if (node.nextSibling === null ? isBlock(node.parentNode) : isBlock(node.nextSibling)) text = text.trimEnd();
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const isBlock = (node: Node | null): boolean => node instanceof Element && (blocks.has(node.tagName) || isTask(node));
const isTask = (node: Element) => node.tagName === 'INPUT' || node.classList.contains('task');

/** Returns what stands for an element that is ours: what we add to a link, a task, the head of code. */
function ownOf(element: Element): string | null {
  if (element.matches('.visually-hidden, [data-copy-as=""]')) return '';
  if (element.matches('.katex')) return `{${element.querySelector('annotation')?.textContent ?? ''}}`;
  if (element.matches('.mark')) return `(${element.textContent})`;
  if (element.tagName === 'IMG') return pictureOf(element);
  if (element.tagName === 'INPUT') return element.hasAttribute('checked') ? '[x]' : '[ ]';
  if (element.classList.contains('task')) return element.textContent === '☑' ? '[x]' : '[ ]';
  if (element.matches('.block')) {
    const language = element.querySelector('.head > span')?.textContent ?? '';
    return codeOf(element.querySelector('code')?.textContent, language === 'Code' ? '' : language);
  }
  if (element.tagName === 'PRE' && element.firstElementChild?.tagName === 'CODE')
    return codeOf(element.textContent.replace(/\n$/, ''), element.firstElementChild.className.replace('language-', ''));
  return null;
}

const codeOf = (code: string | null | undefined, language: string) => `<pre ${language}>${code ?? ''}</pre>`;

/** Returns what an answer shows for a picture: a link to it, within a link its name. */
function pictureOf(picture: Element): string {
  const alt = picture.getAttribute('alt') ?? '';
  const name = alt === '' ? 'Image' : `Image: ${alt}`;
  return picture.closest('a') === null ? `<a ${addressOf(picture, 'src')}>${name}</a>` : name;
}

const addressOf = (element: Element, attribute: string) =>
  new URL(element.getAttribute(attribute) ?? '', window.location.origin).href;

/** Returns the name of an element, those of headings as an answer has them; none for what only groups. */
function nameOf(element: Element): string {
  if (/^(?:DIV|SPAN)$/.test(element.tagName)) return '';
  const level = /^H([1-6])$/.exec(element.tagName)?.[1];
  if (level === undefined) return element.tagName.toLowerCase();
  if (element.className === 'title') return 'title';
  if (element.className === 'subtitle') return level === '3' ? 'subtitle' : 'smaller';
  return Number(level) < 3 ? 'title' : level === '3' ? 'subtitle' : 'smaller';
}

function attributesOf(element: Element): string {
  if (element.tagName === 'A') return ` ${addressOf(element, 'href')}`;
  if (element.tagName === 'OL' && element.hasAttribute('start'))
    return ` ${Number(element.getAttribute('start'))}`.replace(/^ 1$/, '');
  if (/^T[HD]$/.test(element.tagName)) {
    const align = element.getAttribute('align') ?? (element as HTMLElement).style.textAlign;
    return align === '' ? '' : ` ${align}`;
  }
  return '';
}
