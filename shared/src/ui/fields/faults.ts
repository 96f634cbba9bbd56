/**
 * The fault of a field: the key of a text, or several of which the first existing one is shown, with namespace; and the
 * values of the text.
 */
export type Fault = { readonly key: string | readonly string[]; readonly values?: Readonly<Record<string, unknown>> };
export type Faults<Field extends string, Of = Fault> = Readonly<Partial<Record<Field, Of>>>;

/** Returns no faults. The compiler does not see that the empty object suits every set of fields. */
export const noFaults = <Field extends string, Of = Fault>(): Faults<Field, Of> => ({}) as Faults<Field, Of>;
