import { getSubscription, type Subscription } from '@parlance/shared/contract/api/subscription';
import { call } from '@parlance/shared/http';
import { useLoaded } from '@parlance/shared/loading';

/** The plan of the organisation and what is used of it. */
export const useSubscription = (): ReturnType<typeof useLoaded<Subscription>> =>
  useLoaded('subscription', (signal) => call(getSubscription, {}, { signal }));
