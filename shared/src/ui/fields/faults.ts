/**
 * What is wrong with a field: a text, or the first of several that there is, with its namespace; and what it says
 * beyond.
 */
export type Fault = { readonly key: string | readonly string[]; readonly values?: Readonly<Record<string, unknown>> };
export type Faults<Field extends string, Of = Fault> = Readonly<Partial<Record<Field, Of>>>;

/** Nothing is wrong. The compiler does not see that no field at all suits every set of fields. */
export const noFaults = <Field extends string, Of = Fault>(): Faults<Field, Of> => ({}) as Faults<Field, Of>;
