import type { ReactNode } from 'react';

/** Drawn, not spoken: the control around an icon has the name. */
function Icon({ children }: { readonly children: ReactNode }) {
  return (
    <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

export function SendIcon() {
  return <Icon><path d="M10 16V4M4.5 9.5 10 4l5.5 5.5" /></Icon>;
}

export function StopIcon() {
  return <Icon><rect x="5.5" y="5.5" width="9" height="9" rx="1.5" fill="currentColor" /></Icon>;
}

export function CopyIcon() {
  return <Icon><rect x="7" y="7" width="9.5" height="9.5" rx="2" /><path d="M4.2 12.6a1 1 0 0 1-.7-.9V5.2c0-1 .7-1.7 1.7-1.7h6.5c.4 0 .8.3.9.7" /></Icon>;
}

export function CheckIcon() {
  return <Icon><path d="m4.5 10.5 3.7 3.7L15.5 6.5" /></Icon>;
}

export function CloseIcon() {
  return <Icon><path d="m5 5 10 10M15 5 5 15" /></Icon>;
}

export function DownIcon() {
  return <Icon><path d="M10 4v12M4.5 10.5 10 16l5.5-5.5" /></Icon>;
}

export function SearchIcon() {
  return <Icon><circle cx="9" cy="9" r="5" /><path d="m13 13 3.5 3.5" /></Icon>;
}

export function FileIcon() {
  return <Icon><path d="M11.5 3H6a1.5 1.5 0 0 0-1.5 1.5v11A1.5 1.5 0 0 0 6 17h8a1.5 1.5 0 0 0 1.5-1.5V7zM11.5 3v4h4" /></Icon>;
}

export function WarningIcon() {
  return <Icon><path d="M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.3v.1" /></Icon>;
}

export function OfflineIcon() {
  return <Icon><path d="M3 3l14 14M7.5 13.2a3.8 3.8 0 0 1 5 0M4.7 10.2a8 8 0 0 1 3-1.8M11.5 8.1c1.4.3 2.7 1 3.8 2.1M10 16.2v.1" /></Icon>;
}
