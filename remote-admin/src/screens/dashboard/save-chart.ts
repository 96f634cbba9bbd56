import { csvOf, downloadCsv } from '@parlance/shared/csv';
import { saveFile } from '@parlance/shared/download';
import type { Chart } from './charts.ts';
import { daysBefore } from './range.ts';

type NamedChart = {
  readonly chart: Chart;
  readonly names: readonly string[];
  readonly title: string;
  readonly from: string;
  readonly to: string;
};
/** Column headers that the tables on the screen lack. */
export type Heads = { readonly day: string; readonly dayBefore: string; readonly before: (name: string) => string };

const fileName = ({ title, from, to }: NamedChart, ending: string) => `${title} ${from} ${to}.${ending}`;

/** Saves every day with its figures and with those of the same day of the previous period. Numbers are unformatted. */
export function saveCsv(named: NamedChart, { day, dayBefore, before }: Heads): void {
  const {
    chart: { lines, unit },
    names,
    from,
    to,
  } = named;
  const length = lines[0]?.values.length ?? 0;
  const unitText = unit.kind === 'money' ? ` (${unit.currency})` : unit.kind === 'hours' ? ' (h)' : '';
  const heads = names.map((name) => `${name}${unitText}`);
  const rows = Array.from({ length }, (_, at) => [
    daysBefore(from, -at),
    ...lines.map(({ values }) => String(values[at] ?? 0)),
    daysBefore(from, length - at),
    ...lines.map(({ before: then }) => String(then[at] ?? 0)),
  ]);
  downloadCsv(fileName({ ...named, from, to }, 'csv'), csvOf([day, ...heads, dayBefore, ...heads.map(before)], rows));
}

const margin = 16;
const headHeight = 56;

/** Saves the drawing on a white background, under its title and its days. */
export function savePng(named: NamedChart, drawing: HTMLCanvasElement, subtitle: string): void {
  const scale = drawing.width / Math.max(drawing.clientWidth, 1);
  const picture = document.createElement('canvas');
  picture.width = drawing.width + 2 * margin * scale;
  picture.height = drawing.height + (headHeight + margin) * scale;
  const context = picture.getContext('2d');
  if (context === null) return;
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = color;
  context.font = `600 ${16 * scale}px ${fontFamily}`;
  context.fillText(named.title, margin * scale, 26 * scale);
  context.font = `${12 * scale}px ${fontFamily}`;
  context.fillText(subtitle, margin * scale, 46 * scale);
  context.drawImage(drawing, margin * scale, headHeight * scale);
  picture.toBlob((blob) => {
    if (blob !== null) saveFile(fileName(named, 'png'), blob, 'image/png');
  });
}
