import { isValidElement, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import ReactMarkdown from 'react-markdown';
import type { Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { useTranslation } from '@parlance/shared/i18n';
import { CopyButton } from '../controls/copy-button.tsx';
import { CitationMark } from './citation-mark.tsx';
import { remarkCiteMarks } from './cited-text.ts';
import markdown from './markdown.module.css';
import { destinationOf, safeAddress } from './safe-address.ts';

const plugins = [remarkGfm, remarkCiteMarks];

/** react-markdown gives every component the node it comes from, which is not for the page. */
type Drawn<Tag extends keyof React.JSX.IntrinsicElements> = ComponentProps<Tag> & { node?: unknown };

const components: Components = {
  // The message itself is a heading of the second level.
  h1: ({ children }) => <h3 className={markdown.title}>{children}</h3>,
  h2: ({ children }) => <h3 className={markdown.title}>{children}</h3>,
  h3: ({ children }) => <h3 className={markdown.subtitle}>{children}</h3>,
  h4: ({ children }) => <h4 className={markdown.subtitle}>{children}</h4>,
  h5: ({ children }) => <h4 className={markdown.subtitle}>{children}</h4>,
  h6: ({ children }) => <h4 className={markdown.subtitle}>{children}</h4>,
  a: ({ href, children }: Drawn<'a'>) => <AnswerLink href={href}>{children}</AnswerLink>,
  img: ({ src, alt }: Drawn<'img'>) => <PictureLink src={typeof src === 'string' ? src : undefined} alt={alt} />,
  pre: ({ children }: Drawn<'pre'>) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }: Drawn<'table'>) => <Table>{children}</Table>,
  input: ({ checked }: Drawn<'input'>) => <TaskMark isDone={checked === true} />,
};
/** Not a tag of HTML, so it has no type there. */
const ownComponents = { 'cite-mark': ({ number }: { number?: string }) => <CitationMark number={Number(number)} /> };
const allComponents = { ...components, ...ownComponents } as Components; // see ownComponents

/**
 * One block of markdown (GFM). HTML in it is shown as text, an address that could run something is no link, and a
 * picture is a link: nothing is fetched from elsewhere without a click.
 */
export default function Markdown({ text, idPrefix }: { readonly text: string; readonly idPrefix: string }) {
  return (
    <ReactMarkdown remarkPlugins={plugins} remarkRehypeOptions={{ clobberPrefix: idPrefix }} components={allComponents} urlTransform={(address) => address}>
      {text}
    </ReactMarkdown>
  );
}

function AnswerLink({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  const { t } = useTranslation('chat');
  // A footnote and the way back from it.
  if (href?.startsWith('#') === true) return <a href={href}>{children}</a>;
  const address = safeAddress(href);
  if (address === null) return <span>{children}</span>;
  const destination = destinationOf(address);
  const label = typeof children === 'string' ? children : null;
  const isPlain = label !== null && (label === destination || address.href.startsWith(label));
  return (
    <>
      <a href={address.href} target="_blank" rel="noopener noreferrer" title={address.href}>
        {children}
        <span className="visually-hidden"> {t('answer.newTab')}</span>
      </a>
      {!isPlain && <span className={markdown.destination}> ({destination})</span>}
    </>
  );
}

function PictureLink({ src, alt }: { readonly src: string | undefined; readonly alt: string | undefined }) {
  const { t } = useTranslation('chat');
  const name = alt === undefined || alt === '' ? t('answer.picture') : t('answer.pictureOf', { name: alt });
  return <AnswerLink href={src}>{name}</AnswerLink>;
}

function CodeBlock({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('chat');
  const [block, setBlock] = useState<HTMLPreElement | null>(null);
  return (
    <div className={markdown.code}>
      <div className={markdown.codeHead}>
        <span>{languageOf(children) ?? t('answer.code')}</span>
        <CopyButton label={t('answer.copyCode')} textOf={() => block?.textContent ?? ''} />
      </div>
      {/* Wide code scrolls, so it must take the focus to be scrolled by keys. */}
      <pre ref={setBlock} tabIndex={0} role="group" aria-label={t('answer.code')}>
        {children}
      </pre>
    </div>
  );
}

/** The language that stands behind the fence of the code. */
function languageOf(code: ReactNode): string | undefined {
  if (!isValidElement<{ className?: string }>(code)) return undefined;
  return /language-(\S+)/.exec(code.props.className ?? '')?.[1];
}

function Table({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('chat');
  return (
    <div className={markdown.table} tabIndex={0} role="group" aria-label={t('answer.table')}>
      <table>{children}</table>
    </div>
  );
}

/** A task in a list is read, not ticked. */
function TaskMark({ isDone }: { readonly isDone: boolean }) {
  const { t } = useTranslation('chat');
  return (
    <span className={markdown.task} role="img" aria-label={isDone ? t('answer.done') : t('answer.open')}>
      {isDone ? '☑' : '☐'}
    </span>
  );
}
