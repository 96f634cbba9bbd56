import { useEffect, useRef } from 'react';
import { currentLanguage } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { useTheme } from '@parlance/shared/theme';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatValue, type Chart } from './charts.ts';
import styles from './dashboard.module.css';

const height = 200;
const axisWidth = 64;
/** The dashes that distinguish the lines, in addition to colour. */
const dashes = [[], [6, 4], [2, 3], [10, 4, 2, 4]];
/** The whole steps of an axis that counts: there is no half person. */
const wholeSteps = Array.from({ length: 30 }, (_, at) => ([1, 2, 5][at % 3] ?? 1) * 10 ** Math.floor(at / 3));
const dayMs = 86_400_000;
const second = 1000;

type Props = {
  readonly chart: Chart;
  readonly from: string;
  readonly day: string;
  readonly names: readonly string[];
  readonly keep: (canvas: HTMLCanvasElement | null) => void;
};

/** Lines over days. Hidden from screen readers: the table beside it has the same figures. */
export default function ChartDrawing({ chart, from, day, names, keep }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const { scheme } = useTheme();
  useEffect(() => {
    const element = place.current;
    // A browser without a canvas, as some refuse it against tracking, shows the table.
    if (element === null || document.createElement('canvas').getContext('2d') === null) return undefined;
    const plot = new uPlot(optionsOf(element, chart, day, names), dataOf(chart, from), element);
    keep(plot.ctx.canvas);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    return () => {
      observer.disconnect();
      keep(null);
      plot.destroy();
    };
    // The colours are those of the scheme: another one redraws.
  }, [chart, from, day, names, keep, scheme]);
  return <div ref={place} className={styles.drawing} aria-hidden="true" />;
}

const dataOf = ({ lines }: Chart, from: string): uPlot.AlignedData => {
  const first = Date.parse(from);
  const days = (lines[0]?.values ?? []).map((_, at) => (first + at * dayMs) / second);
  return [days, ...lines.map(({ values }) => [...values])];
};

function optionsOf(
  element: HTMLElement,
  { lines, unit }: Chart,
  dayName: string,
  names: readonly string[],
): uPlot.Options {
  const language = currentLanguage();
  const day = (seconds: number, options: Intl.DateTimeFormatOptions) =>
    formatDate(language, seconds * second, { timeZone: 'UTC', ...options });
  const [ink, line] = [colourOf(element, '--ink-2'), colourOf(element, '--line')];
  const axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
    font: '12px system-ui',
  };
  return {
    width: element.clientWidth,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * second), 'Etc/UTC'),
    cursor: { drag: { x: false, y: false } },
    scales: { y: { range: (_, __, most) => [0, Math.max(most, 1) * 1.05] } },
    axes: [
      { ...axis, space: 72, values: (_, splits) => splits.map((at) => day(at, { day: 'numeric', month: 'short' })) },
      {
        ...axis,
        size: axisWidth,
        ...(unit.kind === 'number' ? { incrs: wholeSteps } : {}),
        values: (_, splits) => splits.map((value) => formatValue(language, value, unit, true)),
      },
    ],
    series: [
      // Without a pointer in the drawing there is no day and no value, whatever the library's types say.
      { label: dayName, value: (_, at) => (!Number.isFinite(at) ? '–' : day(at, { dateStyle: 'medium' })) },
      ...lines.map((_, at): uPlot.Series => ({
        label: names[at] ?? '',
        stroke: colourOf(element, `--series-${at + 1}`),
        width: 2,
        dash: dashes[at] ?? [],
        points: { show: (lines[0]?.values.length ?? 0) < 2 },
        value: (__, value) => (!Number.isFinite(value) ? '–' : formatValue(language, value, unit)),
      })),
    ],
  };
}

/** Resolves a colour of the tokens for a canvas: the value of a property still contains light-dark(). */
function colourOf(element: HTMLElement, token: string): string {
  element.style.color = `var(${token})`;
  const { color } = getComputedStyle(element);
  element.style.removeProperty('color');
  return color;
}
