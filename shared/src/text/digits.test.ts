import { codeLength, digitsOf } from '@parlance/shared/digits';
import * as contract from '../contract/values/code.ts';

test('a code has the digits that the contract says', () => {
  expect(codeLength).toBe(contract.codeLength);
});

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123-456\n', '123456'],
  ['１２３４５６', '123456'],
  ['๑๒๓๔๕๖', '123456'],
  ['Your code is 123456.', '123456'],
  ['1234567', '123456'],
  ['12a', '12'],
  ['', ''],
])('the digits of %j are %j', (text, digits) => {
  expect(digitsOf(text)).toBe(digits);
});
