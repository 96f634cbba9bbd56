import { legalVersions, type LegalDocument } from '@parlance/shared/contract/page/legal';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { Link, useLocation } from '@parlance/shared/router';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { wayBack, withWayBack } from '@parlance/shared/way-back';
import { useEffect } from 'react';
import { AcceptanceSection, acceptanceId } from './acceptance.tsx';
import type { Block } from './document-blocks.ts';
import { DocumentText } from './document-text.tsx';
import styles from './document-page.module.css';
import { LedHere } from './led-here.tsx';
import { useAcceptance } from './use-acceptance.ts';
import { useDocument } from './use-document.ts';

type DocumentPageProps = {
  readonly kind: LegalDocument;
  readonly title: string;
  /** The other of the two documents. */
  readonly other: { readonly path: string; readonly title: string };
};

/** A legal document with its version, its contents and a link to the other one; designed for reading and printing. */
export function DocumentPage({ kind, title, other }: DocumentPageProps) {
  const { t } = useTranslation('registration');
  const { retry, ...document } = useDocument(kind);
  const acceptance = useAcceptance(kind);
  const { search } = useLocation();
  const date = formatDate(currentLanguage(), legalVersions[kind], { dateStyle: 'long', timeZone: 'UTC' });

  if (document.status === 'loading') return <LoadingState />;
  if (document.status === 'failed') return <ErrorState error={document.failure} onRetry={retry} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{title}</h1>
        <p className={styles.version}>
          {t('legal.version', { date })}
          <button type="button" className="button-link" onClick={() => window.print()}>
            {t('legal.print')}
          </button>
        </p>
      </header>
      <Contents blocks={document.data} isAsked={acceptance.reader !== 'reading'} />
      <article className={styles.article}>
        <LedHere acceptance={acceptance} />
        <p role="note" className={styles.template}>
          {t('legal.template')}
        </p>
        <DocumentText blocks={document.data} />
        <AcceptanceSection kind={kind} acceptance={acceptance} />
        <footer className={styles.other}>
          {t('legal.seeAlso')} <Link to={withWayBack(other.path, wayBack(search))}>{other.title}</Link>
        </footer>
      </article>
    </div>
  );
}

function Contents({ blocks, isAsked }: { readonly blocks: readonly Block[]; readonly isAsked: boolean }) {
  const { t } = useTranslation('registration');
  const { hash, search, key } = useLocation();
  // The section of the address exists only now that the document does.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash, key]);
  return (
    <nav className={styles.contents} aria-labelledby="contents-heading">
      <h2 id="contents-heading">{t('legal.contents')}</h2>
      <ol>
        {blocks.map(
          (block) =>
            block.kind === 'heading' && (
              <li key={block.id}>
                <Link to={{ hash: block.id, search }}>{block.text}</Link>
              </li>
            ),
        )}
        {isAsked && (
          <li>
            <Link to={{ hash: acceptanceId, search }}>{t('acceptance.heading')}</Link>
          </li>
        )}
      </ol>
    </nav>
  );
}
