import { LoadingState } from '@parlance/shared/ui/page';
import { useEffect } from 'react';
import { leaveFor } from './leaving.ts';

/** Loads another page of this site in place of what would be drawn here. */
export function Leave({ to }: { readonly to: string }) {
  useEffect(() => leaveFor(to), [to]);
  return <LoadingState />;
}
