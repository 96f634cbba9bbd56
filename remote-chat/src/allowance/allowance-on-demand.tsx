import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { Suspense, useEffect, useState } from 'react';
import { onAllowanceAsked } from './allowance-news.ts';

// Lazy: not needed to read and write.
const AllowanceDialog = lazyPart(() => import('./allowance-dialog.tsx'));

/** The dialog “Usage this month”, mounted while it is open. Render it once on each screen that may open it. */
export function AllowanceOnDemand() {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => onAllowanceAsked(() => setIsWanted(true)), []);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <AllowanceDialog close={() => setIsWanted(false)} />
    </Suspense>
  );
}
