import fc from 'fast-check';
import { toldNamesOf } from './told-names.ts';

const of = (toolName: string, ...names: string[]) => names.map((name) => ({ toolId: toolName, toolName, name }));
const told = (toolName: string, ...names: string[]) => toldNamesOf(of(toolName, ...names));

test.each([
  ['plain names', 'Orders', ['list_orders', 'get-order'], ['Orders_list_orders', 'Orders_get-order']],
  ['signs and spaces', 'My orders', ['orders/list', 'orders.get'], ['My_orders_orders_list', 'My_orders_orders_get']],
  ['marks on letters', 'Bücher', ['für_alle', 'naïve'], ['Bucher_fur_alle', 'Bucher_naive']],
  ['Chinese', '搜尋', ['搜索文件', '刪除'], ['SouXun_SouSuoWenJian', 'SouXun_ShanChu']],
  ['Cyrillic, Greek and Arabic', 'x', ['поиск', 'αναζήτηση', 'بحث'], ['x_poisk', 'x_anazitisi', 'x_bhth']],
  ['Japanese, Korean and Thai', 'x', ['けんさく', '검색', 'ค้นหา'], ['x_kensaku', 'x_GeomSaeg', 'x_khnha']],
  ['a digit at the beginning', '3D', ['draw'], ['_3D_draw']],
])('%s are told as they can be read', async (_, toolName, names, expected) => {
  expect(await told(toolName, ...names)).toEqual(expected);
});

test('a name that is too long keeps its beginning and its end, and no other loses its function to it', async () => {
  const toolName = 'Zweiter Server für die Verwaltung von Bestellungen und Rechnungen';
  const names = await told(toolName, 'list', 'delete', `${'a'.repeat(70)}_read`, `${'a'.repeat(70)}_write`);
  expect(names.map((name) => name.replace(/[0-9a-f]{6}$/, '……'))).toEqual([
    'Zweiter_Server_fur_die_Verwaltung_von_Bestellungen_list_……',
    'Zweiter_Server_fur_die_Verwaltung_von_Bestellunge_delete_……',
    `Zweiter_Se_${'a'.repeat(22)}_${'a'.repeat(17)}_read_……`,
    `Zweiter_Se_${'a'.repeat(22)}_${'a'.repeat(16)}_write_……`,
  ]);
  expect(Math.max(...names.map(({ length }) => length))).toBeLessThanOrEqual(64);
});

test('names that look the same once they are written are told apart, whatever stands before them', async () => {
  const names = await told('x', 'get.user', 'get_user', 'get/user', '***', '!!!', 'other');
  expect(names.map((name) => name.replace(/[0-9a-f]{6}$/, '……'))).toEqual([
    'x_get_user_……',
    'x_get_user_……',
    'x_get_user_……',
    'x_……',
    'x_……',
    'x_other',
  ]);
  expect(new Set(names).size).toBe(6);
  expect((await told('x', 'other', '!!!', '***', 'get/user', 'get_user', 'get.user')).toReversed()).toEqual(names);
});

test('any names are told in 64 of the characters that providers take, and no two alike', async () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });
  const near = fc.constantFrom('a', 'A', 'a_', 'ä', '_a', 'a.', '漢', '汉', 'x'.repeat(64), 'x'.repeat(65));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.oneof(name, near), fc.oneof(name, near)), {
        maxLength: 128,
        selector: ([tool, own]) => `${tool} ${own}`,
      }),
      async (pairs) => {
        const names = await toldNamesOf(pairs.map(([toolName, own]) => ({ toolId: toolName, toolName, name: own })));
        expect(new Set(names).size).toBe(pairs.length);
        for (const it of names) expect(it).toMatch(/^[a-zA-Z_][\w-]{0,63}$/);
      },
    ),
    { numRuns: 300 },
  );
});
