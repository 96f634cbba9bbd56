import { type DetectorId, detectorIds } from '@parlance/shared/contract/api/governance/rule';
import { foldCharacters } from '../fold.ts';
import { searchForPersonalData } from './detectors.ts';

/**
 * Texts as people write them; between « and » stands what is to be found. Numbers are the published test numbers, or
 * made up with right check digits.
 */
const corpus: Readonly<Record<DetectorId, readonly string[]>> = {
  email: [
    'Write to «mia.member@pro.example», please.',
    '«Leo+news@sub.domain.co.uk»',
    '請寄到«wang@example.com.tw»謝謝',
    "mailto:«o'neil@example.org»",
    '(«a_b-c%d@x-y.io»)',
    'the @ sign alone',
    'user@localhost',
    'at home @ noon',
    'a@b',
    '@handle said',
    'version 1.2@3',
  ],
  phone: [
    'Call «+49 30 901820».',
    '«+1 (555) 123-4567»',
    '«0031 20 624 1111»',
    'Tel. «030/901820»',
    '«(02) 2720-8889»',
    '«+66 2 123 4567»',
    '«01 42 34 56 78»',
    '«212-555-0182»',
    'order 20261122',
    '2026-11-22 14:30',
    '3.14159265358979',
    '192.168.100.200',
    'pages 100-200',
    '1234567890',
    'ISBN 978-3-16-148410-0',
  ],
  card: [
    '«4111 1111 1111 1111»',
    '«5555-5555-5555-4444» exp',
    'amex «378282246310005»',
    '卡號«4012888888881881»。',
    '«6011111111111117» 12',
    '«30569309025904»',
    '4111 1111 1111 1112',
    '1234567812345678',
    '0000000000000000',
    'order 9999 8888 7777 6666',
    '20261122143000123',
  ],
  iban: [
    '«DE89 3704 0044 0532 0130 00»',
    'IBAN: «GB82WEST12345698765432».',
    '«NL91 ABNA 0417 1643 00» to us',
    '«fr14 2004 1010 0505 0001 3m02 606»',
    '«PT50000201231234567890154»',
    'DE89 3704 0044 0532 0130 01',
    'GB82WEST1234569876543',
    'AB12 CDEF 3456 7890 1234',
  ],
  de_tax_id: [
    'Steuer-ID «86095742719»',
    '«47 036 892 816»',
    '«65 929 970 489»',
    '86095742718',
    '12345678901',
    '11111111111',
    '4703689281',
  ],
  es_dni: [
    '«12345678Z»',
    'DNI «00000000-T»',
    '«12.345.678-z»',
    'NIE «X1234567L»',
    '«Y-1234567-X»',
    '12345678A',
    'X1234567A',
    '1234567Z',
  ],
  fr_nir: [
    '«2 55 08 14 168 025 38»',
    '«180126955222380»',
    '1 80 12 69 552 223 81',
    '580126955222380',
    '123456789012345',
  ],
  it_fiscal_code: ['CF «RSSMRA85T10A562S»', '«mrtmtt91d08f205j»', 'RSSMRA85T10A562T', 'ABCDEFGHIJKLMNOP'],
  nl_bsn: ['BSN «111222333»', '«123.456.782»', '«1234 56 782»', '123456789', '111111111', '12345678'],
  pt_nif: ['NIF «123456789»', '«501 964 843»', '«999999990»', '123456780', '412345678'],
  tw_id: ['身分證«A123456789»', '«f131104093»', 'A123456788', 'A323456789', 'AB12345678'],
  th_id: ['«1-1017-00203-45-0»', 'เลข«3100600445635»ครับ', '1-1017-00203-45-2', '3100600445636', '0123456789012'],
};

test('finds the personal data of the corpus, and only that', () => {
  const table = detectorIds.map((id) => {
    const search = searchForPersonalData(id);
    let [found, right, wanted] = [0, 0, 0];
    const wrong: string[] = [];
    for (const marked of corpus[id]) {
      const text = marked.replaceAll(/[«»]/g, '');
      const expected = [...marked.matchAll(/«([^»]*)»/g)].map(([, piece]) => piece ?? '');
      const pieces = search
        .find(text, foldCharacters(text), 0, text.length)
        .map(({ start, end }) => text.slice(start, end));
      wanted += expected.length;
      found += pieces.length;
      right += pieces.filter((piece) => expected.includes(piece)).length;
      if (pieces.join('|') !== expected.join('|')) wrong.push(`${marked} → ${pieces.join('|')}`);
    }
    return { id, texts: corpus[id].length, precision: right / found, recall: right / wanted, wrong };
  });
  process.stdout.write(
    `${table.map(({ id, texts, precision, recall }) => `${id}: ${texts} texts, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`).join('\n')}\n`,
  );
  expect(table.flatMap(({ wrong }) => wrong)).toEqual([]);
});

test('of numbers made at random, check digits let only the few through that they cannot tell', () => {
  let state = 7;
  const digit = () => String((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) % 100_000).slice(0, 1);
  const lengths: Partial<Record<DetectorId, number>> = { card: 16, de_tax_id: 11, nl_bsn: 9, pt_nif: 9, th_id: 13 };
  const shares = Object.entries(lengths).map(([id, length]) => {
    const search = searchForPersonalData(id as DetectorId); // a key of the record
    const hits = Array.from({ length: 2_000 }, () => Array.from({ length }, digit).join('')).filter(
      (text) => search.find(text, text, 0, length).length > 0,
    ).length;
    return [id, hits / 2_000] as const;
  });
  process.stdout.write(
    `random numbers taken for one: ${shares.map(([id, share]) => `${id} ${(share * 100).toFixed(1)} %`).join(', ')}\n`,
  );
  for (const [, share] of shares) expect(share).toBeLessThan(0.15);
});
