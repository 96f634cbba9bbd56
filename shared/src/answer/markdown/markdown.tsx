import { useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import { useTranslation } from '@parlance/shared/i18n';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { copiedTable } from '../copy/copied-table.ts';
import { CitationMark } from '../view/citation-mark.tsx';
import { CodeBlock } from './code-block.tsx';
import { Formula } from './formula.tsx';
import { extractFormulas } from './formulas.ts';
import { rehypeDirection } from './direction.ts';
import { AnswerLink, PictureLink, PictureName } from './links.tsx';
import markdown from './markdown.module.css';
import { remarkGfmOnce } from './gfm.ts';
import { remarkMarks } from './marks.ts';
import { NoteMark } from './note-mark.tsx';
import { rehypeTakeOut } from './take-out.ts';
import type { TakenOut } from './take-out.ts';

/** The props of an element. react-markdown adds the source node, which must not reach the DOM. */
type ElementProps<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & { node?: unknown };

const components: Components = {
  // The message itself has a second-level heading.
  h1: (props: ElementProps<'h1'>) => <Heading {...props} level="h3" className={markdown.title} />,
  h2: (props: ElementProps<'h2'>) => <Heading {...props} level="h3" className={markdown.title} />,
  h3: (props: ElementProps<'h3'>) => <Heading {...props} level="h3" className={markdown.subtitle} />,
  h4: (props: ElementProps<'h4'>) => <Heading {...props} level="h4" className={markdown.subtitle} />,
  h5: (props: ElementProps<'h5'>) => <Heading {...props} level="h4" className={markdown.subtitle} />,
  h6: (props: ElementProps<'h6'>) => <Heading {...props} level="h4" className={markdown.subtitle} />,
  a: ({ href, children }: ElementProps<'a'>) => <AnswerLink href={href}>{children}</AnswerLink>,
  img: ({ src, alt }: ElementProps<'img'>) => <PictureLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ node }: ElementProps<'pre'>) => <NestedCode node={node as CodeElement} />, // remark's node for fenced code
  table: ({ children }: ElementProps<'table'>) => <ScrollingTable>{children}</ScrollingTable>,
  input: ({ checked }: ElementProps<'input'>) => <TaskMark isDone={checked === true} />,
};
/** Components of our own tags, which have no type in HTML. */
const ownComponents = {
  'cite-mark': ({ numbers = '', written = '' }: { numbers?: string; written?: string }) => (
    <CitationMark numbers={numbers.split(',').map(Number)} written={written} />
  ),
  'note-mark': ({ label = '' }: { label?: string }) => <NoteMark label={label} />,
  'picture-name': ({ alt }: { alt?: string }) => <PictureName alt={alt} />,
  'tex-formula': ({ tex = '', display }: { tex?: string; display?: string }) => (
    <Formula tex={tex} isDisplay={display === 'true'} />
  ),
};
const allComponents = { ...components, ...ownComponents } as Components; // see ownComponents

/** The allowed elements of an answer. Anything else is not rendered, whatever a parser produces. */
const elements = [
  ...[
    'p',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'hr',
    'br',
    'ul',
    'ol',
    'li',
    'pre',
    'code',
    'strong',
    'em',
    'del',
    'a',
    'img',
    'input',
  ],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ...Object.keys(ownComponents),
];

type Text = {
  readonly text: string;
  /** Renders only this part of a list or a table, whose own element exists already. */
  readonly takeOut?: TakenOut;
};

/**
 * Renders markdown (GFM). HTML in it is shown as text, an address that could run something is no link, and a picture is
 * a link: nothing is fetched from elsewhere without a click.
 */
export function Markdown({ text, takeOut }: Text) {
  const { text: bare, formulas } = extractFormulas(text);
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfmOnce, [remarkMarks, { formulas }]]}
      rehypePlugins={takeOut === undefined ? [rehypeDirection] : [[rehypeTakeOut, takeOut], rehypeDirection]}
      components={allComponents}
      allowedElements={elements}
      urlTransform={(address) => address}
    >
      {bare}
    </ReactMarkdown>
  );
}

/** The hast node of code within a list or a quote. */
type CodeElement = {
  readonly children: readonly {
    readonly properties?: { readonly className?: readonly string[] };
    readonly children?: readonly { readonly value?: string }[];
  }[];
};

function NestedCode({ node }: { readonly node: CodeElement }) {
  const [code] = node.children;
  const language = code?.properties?.className?.find((name) => name.startsWith('language-'))?.slice('language-'.length);
  return <CodeBlock code={code?.children?.[0]?.value ?? ''} language={language ?? ''} isGrowing={false} />;
}

type HeadingProps = {
  readonly level: 'h3' | 'h4';
  readonly className: string | undefined;
  readonly dir?: string | undefined;
  readonly children?: ReactNode;
};

function Heading({ level: Level, className, dir, children }: HeadingProps) {
  return (
    <Level className={className} dir={dir}>
      {children}
    </Level>
  );
}

export function ScrollingTable({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shared');
  const place = useRef<HTMLDivElement>(null);
  return (
    <div className={markdown.tableBlock}>
      {/* A wide table scrolls, so it must take the focus to be scrolled by keys. */}
      <div ref={place} className={markdown.table} tabIndex={0} role="group" aria-label={t('ui.answer.table')}>
        <table dir="auto">{children}</table>
      </div>
      <div className={markdown.copyTable} data-copy-as="">
        <CopyButton label={t('ui.answer.copyTable')} textOf={() => copiedTable(place.current)} />
      </div>
    </div>
  );
}

/** A task in a list, which is read-only. */
function TaskMark({ isDone }: { readonly isDone: boolean }) {
  const { t } = useTranslation('shared');
  return (
    <span className={markdown.task} role="img" aria-label={isDone ? t('ui.answer.done') : t('ui.answer.open')}>
      {isDone ? '☑' : '☐'}
    </span>
  );
}
