import type { ReactNode } from 'react';

/** The icons that a menu entry may name; a name unknown to this version is a dot. */
const drawings: Readonly<Record<string, ReactNode>> = {
  home: <path d="M3 9.5 10 4l7 5.5V16a1 1 0 0 1-1 1h-3.5v-4.5h-5V17H4a1 1 0 0 1-1-1z" />,
  chat: <path d="M3.5 5.5h13v8.5h-7l-3.5 3v-3h-2.5z" />,
  robot: (
    <>
      <rect x="4" y="7" width="12" height="9" rx="2.5" />
      <path d="M10 7V4M7.5 11v1.5M12.5 11v1.5M2 11v2M18 11v2" />
    </>
  ),
  plus: <path d="M10 4v12M4 10h12" />,
  team: (
    <>
      <circle cx="7.5" cy="7" r="2.75" />
      <path d="M2.5 16c.4-2.9 2.3-4.3 5-4.3s4.6 1.4 5 4.3M13 4.5a2.7 2.7 0 0 1 0 5M14.5 12c1.7.5 2.7 1.8 3 4" />
    </>
  ),
  safety: <path d="M10 3l6 2.3v4.5c0 3.5-2.4 6-6 7.2-3.6-1.2-6-3.7-6-7.2V5.3zM7.5 10l1.8 1.8 3.4-3.6" />,
  key: (
    <>
      <circle cx="7" cy="13" r="3.5" />
      <path d="M9.5 10.5 16 4M13.5 6.5l2 2" />
    </>
  ),
  chart: <path d="M3.5 16.5h13M6 13.5V9M10 13.5V5M14 13.5V7.5" />,
  file: <path d="M5 3h6.5L15 6.5V17H5zM11.5 3v3.5H15" />,
  log: <path d="M4 5h12M4 10h12M4 15h7" />,
  transcript: <path d="M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5zM6.5 7.5h7M6.5 10.5h4" />,
  card: <path d="M3 5.5h14v9.5H3zM3 8.5h14M6 12h3" />,
  template: <path d="M4 4h12v4H4zM4 11h5v5H4zM12 11h4M12 13.5h4M12 16h2.5" />,
  bolt: <path d="M11 3 5 11.5h4.5L9 17l6-8.5h-4.5z" />,
  clock: (
    <>
      <circle cx="10" cy="10" r="6.5" />
      <path d="M10 6.5V10l2.5 1.8" />
    </>
  ),
  edit: <path d="M4 16l.7-3.3L13 4.5l2.5 2.5-8.2 8.3z" />,
  menu: <path d="M3 5.5h14M3 10h14M3 14.5h14" />,
  close: <path d="M5 5l10 10M15 5 5 15" />,
  collapse: <path d="M12 5l-5 5 5 5" />,
  expand: <path d="M8 5l5 5-5 5" />,
  search: (
    <>
      <circle cx="8.75" cy="8.75" r="5.25" />
      <path d="m12.75 12.75 4 4" />
    </>
  ),
  person: (
    <>
      <circle cx="10" cy="7" r="3.25" />
      <path d="M3.5 17c.6-3.4 3-5.1 6.5-5.1s5.9 1.7 6.5 5.1" />
    </>
  ),
  light: (
    <>
      <circle cx="10" cy="10" r="3.25" />
      <path d="M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4" />
    </>
  ),
  dark: <path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z" />,
  system: (
    <>
      <rect x="2.75" y="4" width="14.5" height="9.5" rx="1.5" />
      <path d="M7 16.5h6M10 13.5v3" />
    </>
  ),
  language: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3 10h14M10 3c2.2 2 3.2 4.3 3.2 7s-1 5-3.2 7c-2.2-2-3.2-4.3-3.2-7s1-5 3.2-7z" />
    </>
  ),
  cookie: (
    <>
      <path d="M10.5 3a7 7 0 1 0 6.5 6.5 3 3 0 0 1-3.4-3 3 3 0 0 1-3.1-3.5z" />
      <path d="M7.5 8.5h.01M8 13h.01M12.5 12.5h.01" />
    </>
  ),
  leave: <path d="M11.5 4H5v12h6.5M9 10h8M14 7l3 3-3 3" />,
  more: <path d="M6 8.5l4-4 4 4M6 11.5l4 4 4-4" />,
};

/** An icon of 20 px in the colour of the text; hidden from screen readers. */
export function Icon({ name }: { readonly name: string }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[name] ?? <circle cx="10" cy="10" r="1.5" fill="currentColor" />}
    </svg>
  );
}

/** The wordmark’s sign: a speech mark made of two arcs. */
export function Mark() {
  return (
    <svg
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="2.25"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M19.5 12.5a7.5 7.5 0 1 0-4 6.2l4 1.3-1-3.5" stroke="currentColor" strokeLinejoin="round" />
      <path d="M15 12a3.3 3.3 0 1 1-3.3-3.3" stroke="var(--accent)" />
    </svg>
  );
}
