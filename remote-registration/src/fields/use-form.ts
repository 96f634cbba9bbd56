import { useForm as usePlainForm, type FormQuestion, type FormState } from '@parlance/shared/ui/fields';
import { lookAgainAfter } from '../registration/look-again.ts';
import { type Details, type FaultKind, faultsFrom, faultTexts } from './faults.ts';

export type { FormState };

type Options<Field extends string> = Omit<FormQuestion<Field, FaultKind>, 'beside'> & {
  /** Codes of the server that belong to a field without naming one. */
  readonly fieldOf?: Readonly<Partial<Record<string, Field>>>;
  readonly details?: Details<Field>;
};

/**
 * Manages a form of the registration: its faults come from the contract, or from the server by the contract. A refusal
 * because the registration is at another step leads to that step.
 */
export function useForm<Field extends string>({
  fieldOf,
  details,
  send,
  ...question
}: Options<Field>): FormState<Field> {
  const { faults, ...form } = usePlainForm<Field, FaultKind>({
    ...question,
    async send(values) {
      try {
        await send(values);
      } catch (error) {
        void lookAgainAfter(error);
        throw error;
      }
    },
    beside: (refusal, values) => faultsFrom(refusal, values, fieldOf),
  });
  return { ...form, faults: faultTexts(faults, details) };
}
