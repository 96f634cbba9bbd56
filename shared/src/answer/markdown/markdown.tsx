import type { ComponentProps } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import { useTranslation } from '@parlance/shared/i18n';
import { CitationMark } from '../view/citation-mark.tsx';
import { CodeBlock } from './code-block.tsx';
import { Formula } from './formula.tsx';
import { extractFormulas } from './formulas.ts';
import { AnswerLink, PictureLink } from './links.tsx';
import markdown from './markdown.module.css';
import { remarkGfmOnce } from './gfm.ts';
import { remarkMarks } from './marks.ts';
import { NoteMark } from './notes.tsx';
import { rehypeTakeOut } from './take-out.ts';
import type { TakenOut } from './take-out.ts';

/** react-markdown gives every component the node it comes from, which is not for the page. */
type ElementProps<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & { node?: unknown };

const components: Components = {
  // The message itself is a heading of the second level.
  h1: ({ children }) => <h3 className={markdown.title}>{children}</h3>,
  h2: ({ children }) => <h3 className={markdown.title}>{children}</h3>,
  h3: ({ children }) => <h3 className={markdown.subtitle}>{children}</h3>,
  h4: ({ children }) => <h4 className={markdown.subtitle}>{children}</h4>,
  h5: ({ children }) => <h4 className={markdown.subtitle}>{children}</h4>,
  h6: ({ children }) => <h4 className={markdown.subtitle}>{children}</h4>,
  a: ({ href, children }: ElementProps<'a'>) => <AnswerLink href={href}>{children}</AnswerLink>,
  img: ({ src, alt }: ElementProps<'img'>) => <PictureLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ node }: ElementProps<'pre'>) => <NestedCode node={node as CodeElement} />, // what remark makes of fenced code
  table: ({ children }: ElementProps<'table'>) => <ScrollingTable>{children}</ScrollingTable>,
  input: ({ checked }: ElementProps<'input'>) => <TaskMark isDone={checked === true} />,
};
/** Not tags of HTML, so they have no type there. */
const ownComponents = {
  'cite-mark': ({ number }: { number?: string }) => <CitationMark number={Number(number)} />,
  'note-mark': ({ label = '' }: { label?: string }) => <NoteMark label={label} />,
  'tex-formula': ({ tex = '', display }: { tex?: string; display?: string }) => (
    <Formula tex={tex} isDisplay={display === 'true'} />
  ),
};
const allComponents = { ...components, ...ownComponents } as Components; // see ownComponents

/** Everything that an answer is made of. Anything else is not rendered, whatever a parser produces. */
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
  /** Renders only this part of a list or a table, whose element is there already. */
  readonly takeOut?: TakenOut;
};

/**
 * Markdown (GFM). HTML in it is shown as text, an address that could run something is no link, and a picture is a link:
 * nothing is fetched from elsewhere without a click.
 */
export function Markdown({ text, takeOut }: Text) {
  const { text: bare, formulas } = extractFormulas(text);
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfmOnce, [remarkMarks, { formulas }]]}
      rehypePlugins={takeOut === undefined ? [] : [[rehypeTakeOut, takeOut]]}
      components={allComponents}
      allowedElements={elements}
      urlTransform={(address) => address}
    >
      {bare}
    </ReactMarkdown>
  );
}

/** Code within a list or a quote, as a node of the page's tree (hast). */
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

export function ScrollingTable({ children }: { readonly children: React.ReactNode }) {
  const { t } = useTranslation('shared');
  return (
    // A wide table scrolls, so it must take the focus to be scrolled by keys.
    <div className={markdown.table} tabIndex={0} role="group" aria-label={t('ui.answer.table')}>
      <table>{children}</table>
    </div>
  );
}

/** A task in a list is read, not ticked. */
function TaskMark({ isDone }: { readonly isDone: boolean }) {
  const { t } = useTranslation('shared');
  return (
    <span className={markdown.task} role="img" aria-label={isDone ? t('ui.answer.done') : t('ui.answer.open')}>
      {isDone ? '☑' : '☐'}
    </span>
  );
}
