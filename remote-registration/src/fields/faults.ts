import * as z from '@parlance/shared/contract/schema';

/** What is wrong with a field. Its text is `fault.<fault>.<field>`, or `fault.<fault>.other` where the field has none. */
export type Fault = 'missing' | 'invalid' | 'tooLong' | 'refused';
export type Faults<Field extends string> = Readonly<Partial<Record<Field, Fault>>>;

/** Nothing is wrong. The compiler does not see that no field at all suits every set of fields. */
export const noFaults = <Field extends string>(): Faults<Field> => ({}) as Faults<Field>;

type Issue = { readonly code?: string | undefined; readonly path: readonly PropertyKey[] };

/**
 * What the contract says against a body, by the fields of the form. An empty field that is wrong is missing, whatever the
 * schema calls it.
 */
export function faultsIn<Field extends string>(schema: z.core.$ZodType, body: unknown, values: Readonly<Record<Field, string>>): Faults<Field> {
  const read = z.safeParse(schema, body);
  if (read.success) return noFaults();
  // Of several issues of one field the first counts.
  return Object.fromEntries(
    read.error.issues.toReversed().flatMap((issue: Issue) => {
      const field = String(issue.path[0]);
      return isField(field, values) ? [[field, faultOf(issue, values[field])]] : [];
    }),
  ) as Faults<Field>; // only fields of the form are let through
}

function faultOf({ code }: Issue, value: string): Fault {
  if (value.trim() === '') return 'missing';
  return code === 'too_big' ? 'tooLong' : 'invalid';
}

type Refusal = { readonly code: string; readonly issues: readonly { readonly path: string }[] };

/**
 * What the server says against a body: `body.email` is the field `email`. What fails its schema is invalid; with another
 * code the schema let it through, and it is refused for a reason of its own. `fieldOf` has the codes that name no field.
 */
export function faultsFrom<Field extends string>({ code, issues }: Refusal, values: Readonly<Record<Field, string>>, fieldOf: Readonly<Partial<Record<string, Field>>> = {}): Faults<Field> {
  const fault: Fault = code === 'validation_failed' ? 'invalid' : 'refused';
  const fields = [...issues.map(({ path }) => path.replace(/^body\./, '')), fieldOf[code] ?? ''];
  return Object.fromEntries(fields.filter((field) => isField(field, values)).map((field) => [field, fault])) as Faults<Field>; // only fields of the form
}

const isField = <Field extends string>(name: string, values: Readonly<Record<Field, string>>): name is Field => Object.hasOwn(values, name);
