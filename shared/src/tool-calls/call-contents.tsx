import { useState } from 'react';
import { addressOf } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes } from '@parlance/shared/i18n/format';
import { getToolContent, type ToolContent } from '../contract/api/tools/contents.ts';
import chips from '../answer/view/chips.module.css';
import { AnswerLink } from '../answer/markdown/links.tsx';
import { isWebAddress } from '../tool-sign-in/sign-in-window.ts';
import styles from './call-contents.module.css';
import { ContentPicture } from './content-picture.tsx';

type Props = {
  readonly contents: readonly ToolContent[];
  /** The name of the tool, for what has none of its own. */
  readonly toolName: string;
};

/** Pictures, sounds, files and links of the result of a call, in their order. */
export default function CallContents({ contents, toolName }: Props) {
  const { t } = useTranslation('tool-calls');
  return (
    <ul className={styles.contents} aria-label={t('contents.from', { name: toolName })}>
      {contents.map((content) => (
        <li key={content.id}>
          <Content content={content} name={content.name === '' ? toolName : content.name} />
        </li>
      ))}
    </ul>
  );
}

function Content({ content, name }: { readonly content: ToolContent; readonly name: string }) {
  const address = addressOf(getToolContent, { params: { content_id: content.id } });
  switch (content.type) {
    case 'image':
      return <ContentPicture address={address} name={name} />;
    case 'audio':
      return <Sound address={address} name={name} />;
    case 'file':
      return <SavedFile address={address} name={name} size={content.size} />;
    case 'link':
      return content.address !== null && isWebAddress(content.address) ? (
        <AnswerLink href={content.address}>{content.name === '' ? content.address : content.name}</AnswerLink>
      ) : (
        name
      );
  }
}

type NamedContent = { readonly address: string; readonly name: string };

/** A sound, fetched when it is played. */
function Sound({ address, name }: NamedContent) {
  const { t } = useTranslation('tool-calls');
  const [isBroken, setBroken] = useState(false);
  return (
    <figure className={styles.sound}>
      <figcaption dir="auto">{name}</figcaption>
      <audio controls preload="none" src={address} aria-label={name} onError={() => setBroken(true)} />
      <p role="status">{isBroken && t('contents.silent', { name })}</p>
    </figure>
  );
}

function SavedFile({ address, name, size }: NamedContent & { readonly size: number }) {
  const { t } = useTranslation('tool-calls');
  return (
    <a className={`${chips.chip} ${styles.file}`} href={address} title={t('contents.save', { name })}>
      <bdi className={chips.name}>{name}</bdi>
      <span className={styles.size}>{formatBytes(currentLanguage(), size)}</span>
    </a>
  );
}
