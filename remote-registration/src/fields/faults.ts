import * as z from '@parlance/shared/contract/schema';
import { type Fault, type Faults, noFaults } from '@parlance/shared/ui/fields';

/** The kind of a field's fault. Its text is `fault.<kind>.<field>`, or `fault.<kind>.other` if the field has none. */
export type FaultKind = 'missing' | 'invalid' | 'tooLong' | 'refused';
export type FaultKinds<Field extends string> = Faults<Field, FaultKind>;

type Issue = { readonly code?: string | undefined; readonly path: readonly PropertyKey[] };

/**
 * Returns the contract's issues with a body, by the fields of the form. An empty field that is invalid is missing,
 * whatever the schema calls it.
 */
export function faultsIn<Field extends string>(
  schema: z.core.$ZodType,
  body: unknown,
  values: Readonly<Record<Field, string>>,
): FaultKinds<Field> {
  const read = z.safeParse(schema, body);
  if (read.success) return noFaults();
  // The first issue of a field counts.
  return Object.fromEntries(
    read.error.issues.toReversed().flatMap((issue: Issue) => {
      const field = String(issue.path[0]);
      return isField(field, values) ? [[field, faultOf(issue, values[field])]] : [];
    }),
  ) as FaultKinds<Field>; // only fields of the form pass the filter
}

function faultOf({ code }: Issue, value: string): FaultKind {
  if (value.trim() === '') return 'missing';
  return code === 'too_big' ? 'tooLong' : 'invalid';
}

type Refusal = { readonly code: string; readonly issues: readonly { readonly path: string }[] };

/**
 * Returns the server's issues with a body: `body.email` is the field `email`. One that fails its schema is invalid;
 * with another code the schema accepted it, and it is refused for a reason of its own. `fieldOf` has the codes that
 * name no field.
 */
export function faultsFrom<Field extends string>(
  { code, issues }: Refusal,
  values: Readonly<Record<Field, string>>,
  fieldOf: Readonly<Partial<Record<string, Field>>> = {},
): FaultKinds<Field> {
  const fault: FaultKind = code === 'validation_failed' ? 'invalid' : 'refused';
  const fields = [...issues.map(({ path }) => path.replace(/^body\./, '')), fieldOf[code] ?? ''];
  return Object.fromEntries(
    fields.filter((field) => isField(field, values)).map((field) => [field, fault]),
  ) as FaultKinds<Field>; // only fields of the form
}

const isField = <Field extends string>(name: string, values: Readonly<Record<Field, string>>): name is Field =>
  Object.hasOwn(values, name);

/** Values for the text of a fault, by field: a limit. */
export type Details<Field extends string> = Readonly<Partial<Record<Field, Readonly<Record<string, unknown>>>>>;

/** Returns the text of each fault: the one of its field, or the one for any field. */
export function faultTexts<Field extends string>(
  kinds: FaultKinds<Field>,
  details: Details<Field> | undefined,
): Faults<Field> {
  const texts: Partial<Record<Field, Fault>> = {};
  for (const field of Object.keys(kinds) as Field[]) {
    // The cast holds: its keys are fields of the form.
    texts[field] = {
      key: [`registration:fault.${kinds[field]}.${field}`, `registration:fault.${kinds[field]}.other`],
      values: details?.[field] ?? {},
    };
  }
  return texts;
}
