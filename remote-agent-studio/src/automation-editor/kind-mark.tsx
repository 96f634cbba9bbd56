import type { ReactNode } from 'react';
import type { ActionKind, TriggerKind } from '@parlance/shared/contract/agents/automation';

const drawings: Readonly<Record<TriggerKind | ActionKind, ReactNode>> = {
  webhook: (
    <>
      <circle cx="10" cy="5.5" r="2.5" />
      <circle cx="4.8" cy="14.2" r="2.5" />
      <circle cx="15.2" cy="14.2" r="2.5" />
      <path d="M9 7.8 6 12.2M11 7.8l3 4.4M7.5 14.5h5" />
    </>
  ),
  file: <path d="M5 3h6.5L15 6.5V17H5zM11.5 3v3.5H15M7.5 11h5M7.5 13.5h3" />,
  rating: (
    <path d="M7 9.5 10 3.8c1.2 0 1.9.8 1.7 2l-.4 2.4h3.8c.9 0 1.5.8 1.3 1.7l-1.1 5.2c-.2.7-.7 1.1-1.4 1.1H7zM7 9.5H4v6.7h3" />
  ),
  rule: <path d="M10 3l6 2.3v4.5c0 3.5-2.4 6-6 7.2-3.6-1.2-6-3.7-6-7.2V5.3zM10 7v3.5M10 13v.1" />,
  form: <path d="M4 3.5h12v13H4zM7 7h6M7 10h6M7 13h2.5M12 12.2l1 1 1.8-2" />,
  dialogue: <path d="M3.5 5h13v8.5h-7l-3.5 3v-3h-2.5zM6.5 8h7M6.5 10.5h4" />,
  mail: <path d="M3 5.5h14v9.5H3zM3 6l7 5.5L17 6" />,
  http: (
    <>
      <circle cx="10" cy="10" r="6.8" />
      <path d="M3.2 10h13.6M10 3.2c2.1 1.9 3.1 4.2 3.1 6.8s-1 4.9-3.1 6.8c-2.1-1.9-3.1-4.2-3.1-6.8s1-4.9 3.1-6.8z" />
    </>
  ),
};

/** The icon of a trigger or an action; its name is beside it. */
export function KindMark({ kind }: { readonly kind: TriggerKind | ActionKind }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[kind]}
    </svg>
  );
}
