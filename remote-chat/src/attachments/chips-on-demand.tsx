import { Suspense } from 'react';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import type { Attachments } from './use-attachments.ts';

const Chips = lazyPart(() => import('./attachment-chips.tsx'));

/** Fetches the chips while a file is being chosen, so that they are there with it. */
export const expectFiles = Chips.preload;

/** The files of a prompt being written, if it has some. Most prompts have none, and fetch nothing for them. */
export function AttachmentChips({ attachments }: { readonly attachments: Attachments }) {
  if (attachments.files.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <Chips attachments={attachments} />
    </Suspense>
  );
}
