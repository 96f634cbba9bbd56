type WithoutUndefined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };
/** Drops undefined fields. */
export const withoutUndefined = <T extends object>(fields: T): WithoutUndefined<T> =>
  // The cast holds: only undefined fields were removed.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
