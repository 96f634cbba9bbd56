import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './workbench.module.css';

/** The bounds of the form's share of the width, in percent. */
const narrowest = 35;
const widest = 75;
const step = 5;
const within = (part: number) => Math.min(widest, Math.max(narrowest, part));

type Sides = { readonly form: ReactNode; readonly chat: ReactNode };

/** The form and the test side by side, with a divider to drag; one at a time, in tabs, if there is no room for both. */
export function Workbench({ form, chat }: Sides) {
  const { t } = useTranslation('agent-studio');
  const [part, setPart] = useState(58);
  const [shown, show] = useState<'form' | 'chat'>('form');
  const bench = useRef<HTMLDivElement>(null);

  function drag(event: PointerEvent): void {
    const at = bench.current?.getBoundingClientRect();
    if (at === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setPart(within(Math.round(((event.clientX - at.left) / at.width) * 100)));
  }
  function onKeyDown({ key }: KeyboardEvent): void {
    if (key === 'ArrowLeft') setPart(within(part - step));
    if (key === 'ArrowRight') setPart(within(part + step));
  }
  return (
    <>
      <div className={styles.tabs} role="group" aria-label={t('agentForm.sides.title')}>
        {(['form', 'chat'] as const).map((side) => (
          <button key={side} type="button" aria-pressed={shown === side} onClick={() => show(side)}>
            {t(`agentForm.sides.${side}`)}
          </button>
        ))}
      </div>
      <div
        ref={bench}
        className={styles.bench}
        data-shown={shown}
        style={{ '--form-part': `${part}%` } as CSSProperties}
      >
        <div className={styles.form}>{form}</div>
        <div
          className={styles.divider}
          role="separator"
          tabIndex={0}
          aria-orientation="vertical"
          aria-label={t('agentForm.sides.divider')}
          aria-valuenow={part}
          aria-valuemin={narrowest}
          aria-valuemax={widest}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onKeyDown={onKeyDown}
        />
        <div className={styles.chat}>{chat}</div>
      </div>
    </>
  );
}
