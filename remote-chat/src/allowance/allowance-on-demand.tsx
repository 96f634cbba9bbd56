import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { Suspense, useEffect, useState } from 'react';
import { onAllowanceAsked } from './allowance-news.ts';

// Nobody needs it to read and to write.
const AllowanceDialog = lazyPart(() => import('./allowance-dialog.tsx'));

/**
 * The dialog “Usage this month”, for as long as somebody wants to see it. Stands once on each screen where one asks.
 */
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
