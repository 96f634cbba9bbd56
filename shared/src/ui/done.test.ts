import { startI18n } from '@parlance/shared/i18n';
import { allTexts } from '../testing/texts.ts';
import { doneTo, doneToOne, inNotice } from './done.ts';

beforeAll(() => startI18n({ resources: allTexts(), language: 'en' }));

test('what was done to one names it', () => {
  expect(doneToOne('delete', 'Visa for Japan')).toBe('“Visa for Japan” deleted');
});

test('of several the first is named and the others are counted', () => {
  const several = (what: string) => `Deleted: ${what}`;
  expect(doneTo('delete', ['Visa'], several)).toBe('“Visa” deleted');
  expect(doneTo('delete', ['Visa', 'Leave', 'Rent'], several)).toBe('Deleted: “Visa” and 2 more');
});

test('a long name is cut between two characters as they are read', () => {
  expect(inNotice('n'.repeat(60))).toBe('n'.repeat(60));
  expect(inNotice(`${'n'.repeat(58)}👩‍👩‍👧 and more`)).toBe(`${'n'.repeat(58)}👩‍👩‍👧…`);
  expect(inNotice(`${'n'.repeat(58)} and more`)).toBe(`${'n'.repeat(58)}…`);
});
