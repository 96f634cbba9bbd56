import type { ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import markdown from './markdown.module.css';
import { destinationOf, namesDestination, safeAddress } from './safe-address.ts';

/** A link out of an answer: it shows its destination, opens in a new tab, and sends no referrer. */
export function AnswerLink({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  const { t } = useTranslation('shared');
  const address = safeAddress(href);
  if (address === null) return <span>{children}</span>;
  const destination = destinationOf(address);
  return (
    <>
      <a href={address.href} target="_blank" rel="noopener noreferrer" title={address.href}>
        {children}
        <span className="visually-hidden"> {t('ui.answer.newTab')}</span>
      </a>
      {!namesDestination(children, destination) && (
        <span className={markdown.destination} data-copy-as="">
          {' '}
          (<bdi>{destination}</bdi>)
        </span>
      )}
    </>
  );
}

type Picture = { readonly alt: string | undefined };

/** A picture, shown as a link. It is not fetched: that would tell its server who reads what. */
export function PictureLink({ src, alt }: Picture & { readonly src: string | undefined }) {
  return (
    <AnswerLink href={src}>
      <PictureName alt={alt} />
    </AnswerLink>
  );
}

/** The name of a picture, which is all that is shown of one within a link. */
export function PictureName({ alt = '' }: Picture) {
  const { t } = useTranslation('shared');
  return alt === '' ? t('ui.answer.picture') : t('ui.answer.pictureOf', { name: alt });
}
