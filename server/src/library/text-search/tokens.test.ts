import { queryTermsOf, tokensOf } from './tokens.ts';

describe('tokens', () => {
  test('are the same however a word was typed: case, width, accents, number', () => {
    const meet = (one: string, other: string) => tokensOf(one).some((token) => tokensOf(other).includes(token));
    expect(meet('Ｐａｓｓｗｏｒｄｓ', 'password')).toBe(true);
    expect(meet('CONTRASEÑAS', 'contrasena')).toBe(true);
    expect(meet('Passwörtern', 'Passwort')).toBe(true);
    expect(meet('Straße', 'strasse')).toBe(true);
    expect(meet('reuniões', 'reuniao')).toBe(true);
  });

  test('leave out the words that every sentence has', () => {
    expect(tokensOf('How do I get the key of it?')).toEqual(['key']);
    expect(tokensOf('Qu’est-ce que l’organisation')).toEqual(['organis']);
  });

  test('of Chinese hold every pair of neighbours, so that a word is found inside any sentence', () => {
    expect(tokensOf('員工每年有特別休假')).toEqual(expect.arrayContaining(['特別', '別休', '休假']));
    expect(tokensOf('特別休假')).toEqual(expect.arrayContaining(['特別', '別休', '休假']));
  });

  test('of Thai, Japanese and Korean hold words and pairs', () => {
    expect(tokensOf('พนักงานลาพักร้อนได้สิบวัน')).toEqual(
      expect.arrayContaining(
        tokensOf('ลาพักร้อน')
          .filter((token) => token.length > 2)
          .slice(0, 1),
      ),
    );
    expect(tokensOf('有給休暇ときかい')).toEqual(expect.arrayContaining(['有給', '休暇']));
    expect(tokensOf('휴가신청')).toEqual(expect.arrayContaining(['휴가', '가신', '신청']));
  });

  test('of a question weigh words more than pairs, and are few however long it is', () => {
    const weights = new Map(queryTermsOf('特別休假 handbook').map(({ term, weight }) => [term, weight]));
    expect(weights.get('handbook')).toBe(1);
    expect(weights.get('別休')).toBeLessThan(1);
    expect(queryTermsOf(Array.from({ length: 5_000 }, (_, at) => `word${at}`).join(' ')).length).toBeLessThanOrEqual(
      96,
    );
  });

  test('are cut where one is longer than a database keeps, and found by its beginning', () => {
    const [stored = ''] = tokensOf('क'.repeat(900));
    expect(Buffer.byteLength(stored)).toBeLessThan(2_046);
    expect(queryTermsOf('क'.repeat(900)).map(({ term }) => term)).toEqual([stored]);
  });

  test('of nothing readable are none', () => {
    expect(tokensOf('')).toEqual([]);
    expect(tokensOf('?! … ★')).toEqual([]);
    expect(queryTermsOf('\0')).toEqual([]);
  });
});
