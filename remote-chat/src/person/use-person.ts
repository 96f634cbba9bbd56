import { useSession } from '@parlance/shared/session';

/** Returns the person's display name, null if there is none. */
export function usePersonName(): string | null {
  return useSession(({ profile }) => profile?.username ?? null);
}

/** Returns the member's id, which separates the data of different people on one device. */
export function useMemberId(): string {
  return useSession(({ whoami }) => whoami?.member_id ?? '');
}
