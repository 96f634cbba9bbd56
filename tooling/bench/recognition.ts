import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { openRecognizer } from '../../server/src/library/recognition/open-recognizer.ts';
import type { Recognizer } from '../../server/src/library/recognition/recognizer.ts';
import { errorRateOf } from '../../server/src/testing/character-errors.ts';
import type { Figure } from './figures.ts';

type Policy = { readonly name: string; readonly languages: readonly string[]; readonly text: string };

const folder = new URL('../../server/src/library/recognition/corpus/policies/', import.meta.url);
const all = ['eng', 'chi_tra', 'tha', 'spa', 'fra', 'por', 'deu', 'ita', 'nld'];
const percent = 100;
const microseconds = 1_000_000;
const megabyte = 1_000_000;
const [idleMs, afterIdleMs, lookEveryMs] = [2_000, 5_000, 50];

/**
 * Measures the recognition of a page full of text in each language, as a scanner gives it: time of the processor,
 * errors, memory. Each language is asked for alone, then all nine at once.
 */
export async function measureRecognition(): Promise<Figure[]> {
  const policies = JSON.parse(readFileSync(new URL('pages.json', folder), 'utf8')) as Policy[]; // written by hand
  const alone: Measurement[] = [];
  const together: Measurement[] = [];
  const resting = process.memoryUsage().rss;
  let peak = resting;
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), lookEveryMs);
  const limits = { timeMs: 600_000, heapMegabytes: 256, bufferBytes: 800 * megabyte, idleMs };
  for (const policy of policies) {
    const recognizer = openRecognizer({ languages: policy.languages }, limits);
    await measure(recognizer, policy);
    alone.push(await measure(recognizer, policy));
    await recognizer.close();
  }
  const recognizer = openRecognizer({ languages: all }, limits);
  const [first] = policies;
  const began = performance.now();
  if (first !== undefined) await measure(recognizer, first);
  const firstPage = performance.now() - began;
  for (const policy of policies) together.push(await measure(recognizer, policy));
  await wait(afterIdleMs);
  clearInterval(look);
  const idle = process.memoryUsage().rss;
  await recognizer.close();
  const seconds = (measured: readonly Measurement[]) =>
    measured.reduce((sum, one) => sum + one.seconds, 0) / measured.length;
  const rates = (measured: readonly Measurement[]) =>
    policies.map(({ name }, at) => `${name} ${((measured[at]?.rate ?? 1) * percent).toFixed(2)} %`).join(', ');
  const worst = (measured: readonly Measurement[]) => Math.max(...measured.map(({ rate }) => rate)) * percent;
  return [
    {
      what: 'Recognition of a page full of text, its language alone',
      value: seconds(alone),
      unit: 's',
      limit: 8,
      how: `processor time, mean of ${policies.length} scans in CCITT Group 4 with 200 dots an inch: ${policies.map(({ name }, at) => `${name} ${alone[at]?.seconds.toFixed(1)} s`).join(', ')}`,
    },
    {
      what: 'Recognition of a page full of text, all nine languages set',
      value: seconds(together),
      unit: 's',
      limit: 16,
      how: `processor time, mean: ${policies.map(({ name }, at) => `${name} ${together[at]?.seconds.toFixed(1)} s`).join(', ')}`,
    },
    {
      what: 'Recognition, wrong characters in the worst language, each alone',
      value: worst(alone),
      unit: '%',
      limit: 4,
      how: `Levenshtein distance by length: ${rates(alone)}`,
    },
    {
      what: 'Recognition, wrong characters in the worst language, all nine set',
      value: worst(together),
      unit: '%',
      limit: 6,
      how: rates(together),
    },
    {
      what: 'Recognition, the first page of a process, all nine languages set',
      value: firstPage,
      unit: 'ms',
      how: 'by the clock, with the loading of Tesseract, PDFium and the data',
    },
    {
      what: 'Recognition, memory at its peak',
      value: (peak - resting) / megabyte,
      unit: 'MB',
      limit: 600,
      how: 'more than the process had before',
    },
    {
      what: 'Recognition, memory after its thread has ended',
      value: (idle - resting) / megabyte,
      unit: 'MB',
      how: `more than the process had before; ${afterIdleMs / 1_000} s after the last page, idle after ${idleMs / 1_000} s`,
    },
  ];
}

type Measurement = { readonly seconds: number; readonly rate: number };

async function measure(recognizer: Recognizer, { name, text }: Policy): Promise<Measurement> {
  const bytes = readFileSync(new URL(`${name}.pdf`, folder));
  const pdf = new Uint8Array(new SharedArrayBuffer(bytes.length));
  pdf.set(bytes);
  const began = process.cpuUsage();
  const read = await recognizer.recognize(
    { pdf, page: 1 },
    { organizationId: 'bench', signal: new AbortController().signal },
  );
  const { user, system } = process.cpuUsage(began);
  return { seconds: (user + system) / microseconds, rate: errorRateOf(read, text) };
}
