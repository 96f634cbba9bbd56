type WithoutUndefined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };
/** Without what is not there. */
export const withoutUndefined = <T extends object>(fields: T): WithoutUndefined<T> =>
  // only what is undefined was taken out
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;
