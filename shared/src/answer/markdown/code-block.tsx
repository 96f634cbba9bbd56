import { memo } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import code from './code.module.css';
import { isFenceEnd } from '../state/blocks.ts';
import { piecesOfCode } from './code-pieces.ts';
import type { ColouredText } from './colours.ts';
import { useColours } from './use-colours.ts';

type Code = {
  readonly code: string;
  /** The language as the author named it, in any spelling; empty if unnamed. */
  readonly language: string;
  readonly isGrowing: boolean;
};

/** Fenced code as a block of its own, read without a parser: it may be long, and grows by the line. */
export function FencedCode({ block, isGrowing }: { readonly block: string; readonly isGrowing: boolean }) {
  const [, indent = '', mark = '', info = ''] = /^( *)(`{3,}|~{3,})[ \t]*([^\n]*)/.exec(block) ?? [];
  const lines = block.split('\n').slice(1);
  const end = lines.findIndex((line) => isFenceEnd(line, mark, false));
  const written = end === -1 ? lines : lines.slice(0, end);
  const text = written
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()))
    .join('\n');
  return (
    <CodeBlock
      code={end === -1 ? text : `${text}\n`}
      language={
        info
          .trim()
          .split(/\s/, 1)[0]
          ?.replace(/\\([!-/:-@[-`{-~])/g, '$1') ?? ''
      }
      isGrowing={isGrowing && end === -1}
    />
  );
}

/** Code with its language, a button that copies it, and colours once the browser has time for them. */
export function CodeBlock({ code: written, language, isGrowing }: Code) {
  const { t } = useTranslation('shared');
  const text = shown(written.replace(/\n$/, ''));
  const pieces = piecesOfCode(text);
  return (
    <div className={code.block}>
      <div className={code.head} data-copy-as="">
        <span>{language === '' ? t('ui.answer.code') : language}</span>
        <CopyButton label={t('ui.answer.copyCode')} textOf={() => text} />
      </div>
      {/* Wide code scrolls, so it must take the focus to be scrolled by keys. */}
      <pre tabIndex={0} role="group" aria-label={t('ui.answer.code')} dir="ltr" translate="no">
        <code>
          {/* Pieces are only ever added at the end, so the place of one is its identity. */}
          {pieces.map((piece, at) => (
            <Piece key={at} text={piece} language={language} isGrowing={isGrowing && at === pieces.length - 1} />
          ))}
        </code>
      </pre>
    </div>
  );
}

/** Characters that change the text direction could disguise code, so they are made visible. */
function shown(text: string): string {
  return text.replace(
    /[\u202A-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const Piece = memo(function Piece({
  text,
  language,
  isGrowing,
}: {
  readonly text: string;
  readonly language: string;
  readonly isGrowing: boolean;
}) {
  const coloured = useColours(text, language, isGrowing);
  return (
    <>
      {coloured.map((run, at) => (
        <Run key={at} run={run} />
      ))}
    </>
  );
});

function Run({ run: { text, kind } }: { readonly run: ColouredText }) {
  return kind === null ? text : <span className={code[kind]}>{text}</span>;
}
