import { useEffect, useRef, useState, type ReactNode } from 'react';

type Props = {
  readonly label: string;
  /** True if open initially, as after a link to it. */
  readonly isOpenAtFirst?: boolean;
  readonly children: (close: () => void) => ReactNode;
};

/**
 * A button, replaced by its content when pressed. The focus moves to the first field, and back to the button in the
 * end.
 */
export function Disclosure({ label, isOpenAtFirst = false, children }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const wasOpen = useRef(isOpenAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (isOpen) panel.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus();
    else button.current?.focus();
  }, [isOpen]);
  if (!isOpen)
    return (
      <div>
        <button ref={button} type="button" className="button" onClick={() => setOpen(true)}>
          {label}
        </button>
      </div>
    );
  return <div ref={panel}>{children(() => setOpen(false))}</div>;
}
