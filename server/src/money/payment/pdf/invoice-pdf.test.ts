import { buffer } from 'node:stream/consumers';
import { inflateSync } from 'node:zlib';
import type { Invoice } from '@parlance/shared/contract/api/billing/invoices';
import { type Language, languages } from '@parlance/shared/contract/values/language';
import { moneyText } from '@parlance/shared/contract/values/money';
import { extractText, getDocumentProxy } from 'unpdf';
import { sayIn } from '../../../platform/texts/texts.ts';
import { exampleInvoice } from '../../../testing/invoices.ts';
import { directionsOf, stretchesOf } from './directions.ts';
import { invoicePdf } from './invoice-pdf.ts';

const print = (invoice: Invoice, language: Language = 'en') => buffer(invoicePdf(invoice, language));
/** Reads the text as somebody copies it, apart from kinds of spaces and line ends. */
const read = async (pdf: Buffer) => plain((await extractText(new Uint8Array(pdf), { mergePages: true })).text);
const plain = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, '');

test.each(languages)('%s: what stands on it can be read and copied, letter by letter', async (language) => {
  const invoice = exampleInvoice();
  const pdf = await print(invoice, language);
  const text = await read(pdf);
  const day = (moment: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
  const money = (amount: number) => moneyText(language, amount, 'EUR');
  const say = (key: string, values = {}) => sayIn(language)(`invoice.${key}`, values) ?? `no text for ${key}`;
  const expected = [
    say('title'),
    say('states.paid', { day: day('2026-11-23T10:00:00Z') }),
    invoice.number,
    day(invoice.issued_at),
    day(invoice.due_at),
    'Parlance GmbH',
    'Hauptstraße 1',
    say('vatId', { id: 'DE123456789' }),
    'Żółć & Søn',
    'Praça do Comércio 4',
    say('vatId', { id: 'PT501234567' }),
    say('lines.credit', { plan: 'Team' }),
    money(-2880),
    say('lines.rest', { plan: 'Growth' }),
    money(8759),
    say('subtotal'),
    money(5879),
    money(1117),
    say('total'),
    money(6996),
    say('days'),
    say('paid.stripe'),
    say('reference', { reference: 'pi_3Example' }),
    say('page', { page: 1, pages: 1 }),
  ];
  expect(expected.filter((part) => !text.includes(plain(part)))).toEqual([]);
  expect(text).not.toContain('\u{fffd}');
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { info } = await document.getMetadata();
  expect(info).toMatchObject({ Title: say('titleWithNumber', { number: invoice.number }), Language: language });
  expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
});

test('a part of a period says how its amount comes about, exactly enough to come to the same cent', async () => {
  const text = await read(await print(exampleInvoice()));
  expect(text).toContain(plain('17.6353 of 30 days, at €49.00 per month'));
  expect(Math.round((4900 * 17.6353) / 30)).toBe(2880);
  expect(Math.round((14_900 * 17.6353) / 30)).toBe(8759);
});

test('the days are those of UTC, which it says, wherever the machine stands', async () => {
  // The other ends of the day elsewhere: in Honolulu it is still the day before the first, in Taipei already the day
  // after the second.
  const text = await read(
    await print(exampleInvoice({ issued_at: '2027-01-01T00:30:00.000Z', due_at: '2027-01-14T23:30:00.000Z' })),
  );
  for (const words of ['January 1, 2027', 'January 14, 2027', 'Dates are in UTC.'])
    expect(text).toContain(plain(words));
});

test('what is open says until when and where it is to be paid; what is void or given up says that', async () => {
  const unpaid = { paid_at: null, payment: null } as const;
  const open = await read(await print(exampleInvoice({ ...unpaid, status: 'open' })));
  expect(open).toContain(plain('Due by December 6, 2026'));
  expect(open).toContain(plain('quoting invoice number 2026-000042, to: DE02 1203'));
  for (const [status, words] of [
    ['void', 'nothing is owed'],
    ['uncollectible', 'Written off'],
  ] as const) {
    const text = await read(await print(exampleInvoice({ ...unpaid, status })));
    expect(text).toContain(plain(words));
    expect(text).not.toContain(plain('Please transfer'));
  }
});

test('names of every script that our languages have are drawn, and no other name stops it', async () => {
  const name = `臺灣聊天股份有限公司 บริษัท แชท จำกัด Ελλάς Україна Đặng ישראל \u0000\u202e😀 ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`;
  const text = await read(
    await print(exampleInvoice({ buyer: { name, address: '', vat_id: '', email: null } }), 'zh-TW'),
  );
  for (const part of [
    '臺灣聊天股份有限公司',
    'บริษัทแชทจำกัด',
    'Ελλάς',
    'Україна',
    'Đặng',
    'Donaudampfschifffahrtsgesellschaft'.repeat(4),
  ])
    expect(text).toContain(part);
});

const inOtherScripts = ['서울 채팅 주식회사 (유한)', 'شركة الدردشة المحدودة', 'शर्मा व्यापार कंपनी हिन्दी'] as const;
test.each(inOtherScripts)(
  'the name of a customer in another script is drawn, and is copied as it is read: %s',
  async (name) => {
    const pdf = await print(exampleInvoice({ buyer: { name, address: `12 ${name}`, vat_id: '', email: null } }));
    const text = await read(pdf);
    expect([...plain(name)].filter((letter) => !text.includes(letter))).toEqual([]);
    expect(text).not.toContain('\u{fffd}');
    const isDrawnAsRead = text.split(plain(name)).length === 3;
    expect(isDrawnAsRead || readAs(pdf).filter((part) => part.includes(name)).length === 2).toBe(true);
  },
);

/** Returns the replacement texts (ActualText) of parts drawn in another order. */
function readAs(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)endstream/g)].flatMap(([, bytes = '']) => {
    try {
      return [inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')];
    } catch {
      // An uncompressed stream holds no text.
      return [];
    }
  });
  const marks: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const parts = streams.flatMap((stream) => [...stream.matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)]);
  return parts.map(([, part = '']) =>
    Buffer.from(
      part.replaceAll(/\\([\s\S])/g, (_, mark: string) => marks[mark] ?? mark),
      'latin1',
    )
      .subarray(2)
      .swap16()
      .toString('utf16le'),
  );
}

test('what is written from right to left is drawn so, words and numbers each in their place', () => {
  expect(stretchesOf('Chat شركة 12 المحدودة Ltd')).toEqual([
    { text: 'Chat ', isTurned: false },
    { text: 'شركة 12 المحدودة', isTurned: true },
    { text: ' Ltd', isTurned: false },
  ]);
  expect(directionsOf('شركة 1,200 المحدودة')).toEqual([
    { text: 'شركة ', isTurned: true },
    { text: '1,200', isTurned: false },
    { text: ' المحدودة', isTurned: true },
  ]);
});

test('the fonts of a script are read for who needs them alone', async () => {
  const size = async (name: string) =>
    (await print(exampleInvoice({ buyer: { name, address: '', vat_id: '', email: null } }))).length;
  const latin = await size('Harbour Logistics');
  for (const name of inOtherScripts) expect((await size(name)) - latin).toBeLessThan(60_000);
});

test('many lines go over several pages, each with its number, and none is lost', async () => {
  const [line] = exampleInvoice().lines;
  const lines = Array.from({ length: 60 }, (_, at) => ({ ...line!, amount: -100_000 - at }));
  const { text, totalPages } = await extractText(new Uint8Array(await print(exampleInvoice({ lines }))), {
    mergePages: false,
  });
  expect(totalPages).toBeGreaterThan(3);
  for (const [at, page] of text.entries()) expect(plain(page)).toContain(plain(`Page ${at + 1} of ${totalPages}`));
  const all = plain(text.join(' '));
  expect(lines.filter(({ amount }) => !all.includes(moneyText('en', amount, 'EUR')))).toEqual([]);
});

test('every font is in the file, cut down to the letters that stand there', async () => {
  const pdf = await print(exampleInvoice(), 'zh-TW');
  const objects = objectsOf(pdf);
  const fonts = objects.match(/\/FontDescriptor/g) ?? [];
  const files = objects.match(/\/FontFile[23]?/g) ?? [];
  expect(fonts.length).toBeGreaterThan(3);
  expect(files.length).toBeGreaterThanOrEqual(4);
  expect(objects).not.toContain('Helvetica');
  expect(pdf.length).toBeLessThan(100_000);
});

/** Returns the objects of a file as text, including those in compressed streams. */
function objectsOf(pdf: Buffer): string {
  const whole = pdf.toString('latin1');
  const packed = [...whole.matchAll(/\/Type \/ObjStm[\s\S]*?stream\r?\n([\s\S]*?)endstream/g)].map(([, bytes = '']) =>
    inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1'),
  );
  return whole + packed.join('\n');
}
