import { pageBlocks } from '@parlance/shared/contract/page';

/** The registry as the web service wrote it into the page; what is not JSON counts as no remotes. */
export function registryOfPage(): unknown {
  const block = document.getElementById(pageBlocks.registry);
  try {
    return JSON.parse(block?.textContent ?? 'null');
  } catch (error) {
    console.error(`The block ${pageBlocks.registry} of the page is not JSON; look at REGISTRY_FILE of the web service.`, error);
    return null;
  }
}
