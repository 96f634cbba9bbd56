import type { ReactNode } from 'react';

/** The frame of a mark, in the colour of its text. Hidden from screen readers: the control around it has the name. */
export function Mark({ children }: { readonly children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** The mark of something done, or chosen. */
export function CheckMark() {
  return (
    <Mark>
      <path d="m4.5 10.5 3.7 3.7L15.5 6.5" />
    </Mark>
  );
}

/** The mark of a copy button. */
export function CopyMark() {
  return (
    <Mark>
      <rect x="7" y="7" width="9.5" height="9.5" rx="2" />
      <path d="M4.2 12.6a1 1 0 0 1-.7-.9V5.2c0-1 .7-1.7 1.7-1.7h6.5c.4 0 .8.3.9.7" />
    </Mark>
  );
}

/** The mark of a button that closes or removes. */
export function CloseMark() {
  return (
    <Mark>
      <path d="m5 5 10 10M15 5 5 15" />
    </Mark>
  );
}

/** The mark of a button that opens a menu of further actions. */
export function MoreMark() {
  return (
    <Mark>
      <path d="M5 10h.01M10 10h.01M15 10h.01" strokeWidth="2.4" />
    </Mark>
  );
}

/** The mark of a button that opens what is folded below it. */
export function DownMark() {
  return (
    <Mark>
      <path d="m5 7.5 5 5 5-5" />
    </Mark>
  );
}

/** The mark of something stopped, or of a stop button. */
export function StopMark() {
  return (
    <Mark>
      <rect x="5.5" y="5.5" width="9" height="9" rx="1.5" fill="currentColor" />
    </Mark>
  );
}

/** The mark of a problem or a warning. */
export function WarningMark() {
  return (
    <Mark>
      <path d="M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.3v.1" />
    </Mark>
  );
}

/** The mark of something draggable. */
export function GripMark() {
  return (
    <Mark>
      <path d="M7.5 5h.01M12.5 5h.01M7.5 10h.01M12.5 10h.01M7.5 15h.01M12.5 15h.01" strokeWidth="2.4" />
    </Mark>
  );
}

/** The mark of something under a rule. */
export function ShieldMark() {
  return (
    <Mark>
      <path d="M10 2.8 16 5v4.6c0 3.6-2.4 6.3-6 7.6-3.6-1.3-6-4-6-7.6V5zM7.4 9.9l1.9 1.9 3.4-3.6" />
    </Mark>
  );
}

/** The mark of a lost connection. */
export function OfflineMark() {
  return (
    <Mark>
      <path d="M3 3l14 14M7.5 13.2a3.8 3.8 0 0 1 5 0M4.7 10.2a8 8 0 0 1 3-1.8M11.5 8.1c1.4.3 2.7 1 3.8 2.1M10 16.2v.1" />
    </Mark>
  );
}
