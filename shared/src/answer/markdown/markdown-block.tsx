import { Component, memo } from 'react';
import type { ReactNode } from 'react';
import answerText from '../view/answer-text.module.css';
import { isCode, isDefinition } from '../state/blocks.ts';
import { FencedCode } from './code-block.tsx';
import { withLinks } from './definitions.ts';
import type { Definitions } from './definitions.ts';
import { isTooDense } from '../state/dense.ts';
import { Markdown, ScrollingTable } from './markdown.tsx';
import { partsOf } from '../state/parts.ts';
import type { Parts } from '../state/parts.ts';
import { steadyTail } from '../state/steady-tail.ts';

/** For what is copied, which is drawn by the same chunk. */
export { plainHtml } from '../copy/plain-html.ts';

type Props = {
  readonly text: string;
  /** The definitions of links elsewhere in the answer. */
  readonly definitions: Definitions;
  /** True while this block is still being written. */
  readonly isGrowing: boolean;
};

/** One top-level block of an answer. */
export default function MarkdownBlock({ text, definitions, isGrowing }: Props) {
  const steady = isGrowing ? steadyTail(text) : text;
  if (isCode(steady)) return <FencedCode block={steady} isGrowing={isGrowing} />;
  // Definitions of links are invisible, and footnotes are at the end.
  if (steady.trim() === '' || isDefinition(steady)) return null;
  const parts = partsOf(steady);
  if (parts === null || isShortList(parts)) return <Part text={withLinks(steady, definitions)} />;
  return <InParts parts={parts} definitions={definitions} />;
}

/** Says whether a list is drawn whole, so that what its lines turn out to be beside a list is drawn as that. */
const isShortList = ({ kind, parts }: Parts): boolean => kind !== 'table' && parts.length === 1;

function InParts({ parts, definitions }: { readonly parts: Parts; readonly definitions: Definitions }) {
  const textOf = (part: string) => withLinks(part, definitions);
  // Parts are only ever appended, so the index of one is its identity.
  if (parts.kind === 'table') {
    return (
      <ScrollingTable>
        <Part text={textOf(parts.head)} takeOut="thead" />
        {parts.parts.map((part, at) => (
          <Part key={at} text={textOf(part)} takeOut="tbody" />
        ))}
      </ScrollingTable>
    );
  }
  const items = parts.parts.map((part, at) => <Part key={at} text={textOf(part)} takeOut="li" />);
  if (parts.kind === 'ol')
    return (
      <ol start={parts.start} dir="auto">
        {items}
      </ol>
    );
  return (
    <ul className={parts.hasTasks ? answerText.tasks : undefined} dir="auto">
      {items}
    </ul>
  );
}

/** A part never changes its text, so it is parsed and rendered once. */
const Part = memo(function Part({
  text,
  takeOut,
}: {
  readonly text: string;
  readonly takeOut?: 'li' | 'thead' | 'tbody';
}) {
  const plain = <PlainPart text={text} takeOut={takeOut} />;
  if (isTooDense(text)) return plain;
  // Unparsable text, for example one that nests deeper than the stack, is shown as its source.
  return (
    <Unreadable instead={plain}>
      {takeOut === undefined ? <Markdown text={text} /> : <Markdown text={text} takeOut={takeOut} />}
    </Unreadable>
  );
});

function PlainPart({
  text,
  takeOut,
}: {
  readonly text: string;
  readonly takeOut: 'li' | 'thead' | 'tbody' | undefined;
}) {
  if (takeOut === 'thead') return null;
  const plain = (
    <p className={answerText.plain} dir={takeOut === undefined ? 'auto' : undefined}>
      {text}
    </p>
  );
  if (takeOut === 'li') return <li>{plain}</li>;
  return takeOut === undefined ? (
    plain
  ) : (
    <tbody>
      <tr>
        <td>{plain}</td>
      </tr>
    </tbody>
  );
}

class Unreadable extends Component<
  { readonly instead: ReactNode; readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children;
  }
}
