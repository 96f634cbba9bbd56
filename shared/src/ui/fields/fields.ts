/** The plain form, for screens without antd: fields, the end of the form, and its behaviour. */
export { noFaults, type Fault, type Faults } from './faults.ts';
export { Field, TextField, type ControlProps } from './field.tsx';
export { Actions, FormEnd, SubmitFailure } from './form-end.tsx';
export { PasswordField } from './password-field.tsx';
export { useForm, type FormQuestion, type FormState } from './use-form.ts';
export { useSecondsUntil } from './use-seconds-until.ts';
export { usePress } from './use-press.ts';
export { useSending, type Sending } from './use-sending.ts';
