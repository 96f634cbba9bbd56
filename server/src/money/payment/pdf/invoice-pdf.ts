import type { Readable } from 'node:stream';
import type { Invoice } from '@parlance/shared/contract/api/billing/invoices';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Style } from './pen.ts';
import { type Element, type Sheet, artifact, drawRule, inner, makeRoom, openSheet, page, tag } from './sheet.ts';
import { type LineWords, type Words, wordsFor } from './words.ts';

const ink = '#1b1f24';
const quiet = '#57606a';
const line = '#c9d1d9';
const styles = {
  title: { size: 24, weight: 'bold', color: ink },
  name: { size: 10, weight: 'bold', color: ink },
  text: { size: 10, weight: 'regular', color: ink },
  label: { size: 8.5, weight: 'regular', color: quiet },
  total: { size: 12, weight: 'bold', color: ink },
} as const satisfies Record<string, Style>;

/** Widths of the table: what, from when to when, how much. */
const columns = { what: 230, span: 150, gap: 14 } as const;
const amountWidth = inner.width - columns.what - columns.span - 2 * columns.gap;
const sumsLeft = inner.left + columns.what + columns.gap;
const gap = { block: 26, row: 7, small: 3 } as const;

/**
 * An invoice as it was issued, with the state that it is in, to be kept for ten years: text that can be copied, tagged,
 * with its fonts.
 */
export function invoicePdf(invoice: Invoice, language: Language): Readable {
  const words = wordsFor(invoice, language);
  const { t } = words;
  const sheet = openSheet(
    t('invoice.titleWithNumber', { number: invoice.number }),
    language,
    new Date(invoice.issued_at),
  );
  drawHead(sheet, invoice, words);
  drawParties(sheet, invoice, words);
  drawLines(sheet, invoice.lines.map(words.lineOf), words);
  drawSums(sheet, invoice, words);
  drawPayment(sheet, words);
  drawDays(sheet, words);
  sheet.root.end();
  numberPages(sheet, invoice, words);
  sheet.document.end();
  return sheet.document;
}

function drawHead(sheet: Sheet, invoice: Invoice, words: Words): void {
  const { t } = words;
  put(sheet, sheet.root, 'H1', [t('invoice.title')], styles.title);
  sheet.y += gap.row;
  const state = sheet.pen.wrap(words.state(), styles.name, inner.width);
  put(sheet, sheet.root, 'P', state, styles.name);
  sheet.y += gap.row * 2;
  const facts: [string, string][] = [
    [t('invoice.number'), invoice.number],
    [t('invoice.issued'), words.day(invoice.issued_at)],
    [t('invoice.due'), words.day(invoice.due_at)],
  ];
  const width = (inner.width - (facts.length - 1) * columns.gap) / facts.length;
  const top = sheet.y;
  let bottom = top;
  for (const [at, [label, value]] of facts.entries()) {
    bottom = Math.max(
      bottom,
      putColumn(sheet, { x: inner.left + at * (width + columns.gap), y: top, width }, label, [[value, styles.text]]),
    );
  }
  sheet.y = bottom + gap.block;
}

function drawParties(sheet: Sheet, { seller, buyer }: Invoice, words: Words): void {
  const { t } = words;
  const width = (inner.width - columns.gap) / 2;
  const of = ({
    name,
    address,
    vat_id: vatId,
  }: {
    name: string;
    address: string;
    vat_id: string;
  }): [string, Style][] => [
    [name, styles.name],
    ...(address === '' ? [] : [[address, styles.text] as [string, Style]]),
    ...(vatId === '' ? [] : [[t('invoice.vatId', { id: vatId }), styles.text] as [string, Style]]),
  ];
  const top = sheet.y;
  const left = putColumn(sheet, { x: inner.left, y: top, width }, t('invoice.seller'), of(seller));
  const right = putColumn(sheet, { x: inner.left + width + columns.gap, y: top, width }, t('invoice.buyer'), of(buyer));
  sheet.y = Math.max(left, right) + gap.block;
}

/** A label with texts under it. Gives where it ends. */
function putColumn(
  sheet: Sheet,
  { x, y, width }: { x: number; y: number; width: number },
  label: string,
  texts: readonly [string, Style][],
): number {
  let bottom = y;
  for (const [text, style] of [[label, styles.label] as const, ...texts]) {
    const lines = sheet.pen.wrap(text, style, width);
    const top = bottom;
    tag(sheet, sheet.root, 'P', () => sheet.pen.write(lines, { x, y: top }, style));
    bottom += sheet.pen.heightOf(lines.length, style) + (style === styles.label ? gap.small : 0);
  }
  return bottom;
}

function drawLines(sheet: Sheet, lines: readonly LineWords[], words: Words): void {
  const table = tag(sheet, sheet.root, 'Table');
  drawHeading(sheet, table, words);
  for (const row of lines) {
    const what = sheet.pen.wrap(row.what, styles.text, columns.what);
    const share = row.share === null ? [] : sheet.pen.wrap(row.share, styles.label, columns.what);
    const span = sheet.pen.wrap(row.span, styles.text, columns.span);
    const height = Math.max(
      sheet.pen.heightOf(what.length, styles.text) + sheet.pen.heightOf(share.length, styles.label),
      sheet.pen.heightOf(span.length, styles.text),
    );
    if (makeRoom(sheet, height + 2 * gap.row)) drawHeading(sheet, table, words);
    const y = sheet.y;
    putRow(sheet, table, 'TD', [
      () => {
        sheet.pen.write(what, { x: inner.left, y }, styles.text);
        sheet.pen.write(share, { x: inner.left, y: y + sheet.pen.heightOf(what.length, styles.text) }, styles.label);
      },
      () => sheet.pen.write(span, { x: inner.left + columns.what + columns.gap, y }, styles.text),
      () => sheet.pen.write([row.amount], { x: inner.right, y, align: 'right' }, styles.text),
    ]);
    sheet.y += height + gap.row;
    drawRule(sheet, sheet.y, line);
    sheet.y += gap.row;
  }
  table.end();
}

function drawHeading(sheet: Sheet, table: Element, words: Words): void {
  const { t } = words;
  const y = sheet.y;
  putRow(sheet, table, 'TH', [
    () => sheet.pen.write([t('invoice.what')], { x: inner.left, y }, styles.label),
    () => sheet.pen.write([t('invoice.span')], { x: inner.left + columns.what + columns.gap, y }, styles.label),
    () => sheet.pen.write([t('invoice.amount')], { x: inner.right, y, align: 'right' }, styles.label),
  ]);
  sheet.y += sheet.pen.heightOf(1, styles.label) + gap.small;
  drawRule(sheet, sheet.y, ink);
  sheet.y += gap.row;
}

function putRow(sheet: Sheet, table: Element, cell: 'TH' | 'TD', cells: readonly (() => void)[]): void {
  const row = tag(sheet, table, 'TR');
  for (const draw of cells) tag(sheet, row, cell, draw);
  row.end();
}

function drawSums(sheet: Sheet, invoice: Invoice, words: Words): void {
  const { t } = words;
  const sums: [string, number, Style][] = [
    [t('invoice.subtotal'), invoice.subtotal, styles.text],
    [t('invoice.tax', { rate: words.rate }), invoice.tax, styles.text],
    [t('invoice.total'), invoice.total, styles.total],
    ...invoice.refunds.map(({ amount, at }): [string, number, Style] => [
      t('invoice.refunded', { day: words.day(at) }),
      -amount,
      styles.text,
    ]),
  ];
  makeRoom(sheet, sheet.pen.heightOf(sums.length + 1, styles.total));
  for (const [label, amount, style] of sums) {
    const lines = sheet.pen.wrap(label, style, inner.width - columns.what - columns.gap - amountWidth);
    const y = sheet.y;
    tag(sheet, sheet.root, 'P', () => {
      sheet.pen.write(lines, { x: sumsLeft, y }, style);
      sheet.pen.write([words.money(amount)], { x: inner.right, y, align: 'right' }, style);
    });
    sheet.y += sheet.pen.heightOf(lines.length, style) + gap.small;
  }
  sheet.y += gap.block;
}

function drawPayment(sheet: Sheet, words: Words): void {
  const text = words.payment();
  if (text === null) return;
  const lines = sheet.pen.wrap(text, styles.text, inner.width);
  makeRoom(sheet, sheet.pen.heightOf(lines.length, styles.text));
  put(sheet, sheet.root, 'P', lines, styles.text);
}

/** Which days are meant, for whoever keeps books elsewhere. */
function drawDays(sheet: Sheet, { t }: Words): void {
  const lines = sheet.pen.wrap(t('invoice.days'), styles.label, inner.width);
  makeRoom(sheet, gap.row + sheet.pen.heightOf(lines.length, styles.label));
  sheet.y += gap.row;
  put(sheet, sheet.root, 'P', lines, styles.label);
}

function put(sheet: Sheet, parent: Element, type: string, lines: readonly string[], style: Style): void {
  const { y } = sheet;
  tag(sheet, parent, type, () => sheet.pen.write(lines, { x: inner.left, y }, style));
  sheet.y += sheet.pen.heightOf(lines.length, style);
}

/** At the end, when it is known how many there are. */
function numberPages(sheet: Sheet, { seller, number }: Invoice, words: Words): void {
  const { t } = words;
  const { start, count } = sheet.document.bufferedPageRange();
  const y = page.height - page.foot;
  for (let at = start; at < start + count; at += 1) {
    sheet.document.switchToPage(at);
    const [left = ''] = sheet.pen.wrap(`${number} · ${seller.name}`, styles.label, inner.width / 2);
    artifact(sheet, () => {
      sheet.pen.write([left], { x: inner.left, y }, styles.label);
      sheet.pen.write(
        [t('invoice.page', { page: at + 1, pages: count })],
        { x: inner.right, y, align: 'right' },
        styles.label,
      );
    });
  }
}
