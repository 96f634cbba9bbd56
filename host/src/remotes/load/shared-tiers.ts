/**
 * The shared tiers that this host offers to remotes. The shell itself renders without them; naming them here puts them
 * into the host's build, as files of their own, and lets the web service preload them.
 */
const tiers: Readonly<Record<string, () => Promise<unknown>>> = {
  '@parlance/shared/loading': () => import('@parlance/shared/loading'),
  '@parlance/shared/ui/core': () => import('@parlance/shared/ui/core'),
  '@parlance/shared/ui/form': () => import('@parlance/shared/ui/form'),
  '@parlance/shared/ui/data': () => import('@parlance/shared/ui/data'),
  '@parlance/shared/ui/answer': () => import('@parlance/shared/ui/answer'),
};

/** Prefetches the offered tiers among the given shared modules. A failure surfaces in the code that imports them. */
export function warmTiers(shared: readonly string[]): void {
  for (const name of shared) tiers[name]?.().catch(() => undefined);
}
