import type { RefObject } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import controls from '../controls/controls.module.css';
import { NewLineIcon } from '../controls/icons.tsx';
import composer from './composer.module.css';

/**
 * A button that begins a new line on devices with an on-screen keyboard: its Enter sends (specification §5), and its
 * Shift cannot be held.
 */
export function NewLineButton({ field }: { readonly field: RefObject<HTMLTextAreaElement | null> }) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="button"
      className={`${controls.button} ${composer.action} ${composer.newLine}`}
      aria-label={t('composer.newLine')}
      title={t('composer.newLine')}
      // Keeps the focus in the field, and the keyboard open.
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
  // Fires the event of typing, for the listeners of the field.
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertLineBreak' }));
}
