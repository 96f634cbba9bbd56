import { readPageConfig } from '@parlance/shared/http';
import { Fragment } from 'react';
import { documentPieces, type Block } from './document-blocks.ts';
import styles from './document-page.module.css';

/** The text of a document. */
export function DocumentText({ blocks }: { readonly blocks: readonly Block[] }) {
  // The order of a document does not change while it is shown, so the index is a stable key.
  return blocks.map((block, place) => <Drawn key={place} block={block} />);
}

function Drawn({ block }: { readonly block: Block }) {
  if (block.kind === 'heading') return <h2 id={block.id}>{block.text}</h2>;
  if (block.kind === 'paragraph')
    return (
      <p>
        <Words text={block.text} />
      </p>
    );
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>
          <Words text={item} />
        </li>
      ))}
    </ul>
  );
}

/** A text with the operator's placeholders marked and the support address as a link. */
export function Words({ text }: { readonly text: string }) {
  return documentPieces(text).map(({ kind, text: piece }, place) => {
    if (kind === 'blank')
      return (
        <mark key={place} className={styles.blank}>
          {piece}
        </mark>
      );
    if (kind === 'email') return <SupportAddress key={place} />;
    return <Fragment key={place}>{piece}</Fragment>;
  });
}

function SupportAddress() {
  const { supportEmail } = readPageConfig();
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
}
