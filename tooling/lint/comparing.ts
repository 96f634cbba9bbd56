/** Rows for `no-restricted-syntax`, each with a source that it refuses and one that it allows. */
export const comparingTable: readonly { selector: string; message: string; refuses: string; allows: string }[] = [
  {
    selector:
      'BinaryExpression[operator=/^[!=]==?$/][left.callee.property.name="stringify"][right.callee.property.name="stringify"]',
    message:
      'The fields of an object come from the database in another order than from a request: `isDeepStrictEqual` of node:util; in shared, field by field.',
    refuses: `const isSame = JSON.stringify(one) === JSON.stringify(other);`,
    allows: `const isSame = isDeepStrictEqual(one, other); const isOld = JSON.stringify(one) === text;`,
  },
];
