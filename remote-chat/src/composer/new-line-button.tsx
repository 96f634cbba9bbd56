import type { RefObject } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import controls from '../controls/controls.module.css';
import { NewLineIcon } from '../controls/icons.tsx';
import composer from './composer.module.css';

/**
 * Begins a new line where the keyboard stands on the screen: its Enter sends (specification §5), and nobody can hold
 * its Shift.
 */
export function NewLineButton({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="button"
      className={`${controls.button} ${composer.action} ${composer.newLine}`}
      aria-label={t('composer.newLine')}
      title={t('composer.newLine')}
      // The field keeps the focus, and the keyboard stays.
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => insertNewLine(field.current)}
    >
      <NewLineIcon />
    </button>
  );
}

function insertNewLine(field: HTMLTextAreaElement | null): void {
  if (field === null) return;
  field.focus({ preventScroll: true });
  field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end');
  // As typing does: what listens to the field hears of it.
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertLineBreak' }));
}
