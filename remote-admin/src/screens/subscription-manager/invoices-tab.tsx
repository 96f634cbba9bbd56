import type { InvoiceSummary } from '@parlance/shared/contract/api/billing/invoices';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { type Column, DataTable, MoreRows, TableSkeleton } from '@parlance/shared/ui/data';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import { dayText, money } from './amounts.ts';
import { InvoiceState } from './invoice-state.tsx';
import styles from './subscription-manager.module.css';
import { pdfAddress, useInvoices } from './use-invoices.ts';

/** All invoices, newest first, each with its state and as a PDF. */
export function InvoicesTab({ linkTo }: { readonly linkTo: (id: string) => string }) {
  const { t } = useTranslation('subscription-manager');
  const { rows, more, reload } = useInvoices();
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0) return <EmptyState title={t('invoices.none.title')} text={t('invoices.none.text')} />;
  const columns: readonly Column<InvoiceSummary>[] = [
    {
      id: 'number',
      head: t('invoices.columns.number'),
      isName: true,
      cell: ({ id, number }) => <Link to={linkTo(id)}>{number}</Link>,
    },
    {
      id: 'issued',
      head: t('invoices.columns.issued'),
      cell: ({ issued_at: at }) => <time dateTime={at}>{dayText(at)}</time>,
    },
    { id: 'due', head: t('invoices.columns.due'), cell: ({ due_at: at }) => <time dateTime={at}>{dayText(at)}</time> },
    {
      id: 'total',
      head: t('invoices.columns.total'),
      cell: ({ total, currency }) => <span className={styles.amount}>{money(total, currency)}</span>,
    },
    { id: 'state', head: t('invoices.columns.state'), cell: (invoice) => <InvoiceState invoice={invoice} /> },
    {
      id: 'pdf',
      head: t('invoices.pdf'),
      hidesHead: true,
      cell: ({ id, number }) => (
        <a href={pdfAddress(id)} aria-label={t('invoices.pdfOf', { number })}>
          {t('invoices.pdf')}
        </a>
      ),
    },
  ];
  return (
    <>
      <DataTable caption={t('tabs.invoices')} columns={columns} rows={rows.data} />
      <MoreRows more={more} label={t('invoices.more')} />
      <p className={styles.note}>{t('invoice.days')}</p>
    </>
  );
}
