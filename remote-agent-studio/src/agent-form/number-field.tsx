import { useState } from 'react';
import { Field } from '@parlance/shared/ui/fields';

type Props = {
  readonly label: string;
  readonly hint: string;
  /** The value; null if left empty. */
  readonly value: number | null;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly onChange: (value: number | null) => void;
};

/** A number field that may be left empty, committed on blur and clamped to its bounds. */
export function NumberField({ label, hint, value, min, max, step = 1, onChange }: Props) {
  const [typed, type] = useState<string | null>(null);

  function commit(): void {
    if (typed === null) return;
    const number = typed.trim() === '' ? NaN : Number(typed);
    onChange(Number.isNaN(number) ? null : Math.min(max, Math.max(min, step === 1 ? Math.round(number) : number)));
    type(null);
  }
  const text = typed ?? value ?? '';
  return (
    <Field label={label} hint={hint} isOptional={text === ''}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode="decimal"
          min={min}
          max={max}
          step={step}
          value={text}
          onChange={({ target }) => type(target.value)}
          onBlur={commit}
        />
      )}
    </Field>
  );
}
