import * as z from '@parlance/shared/contract/schema';
import { language } from '../values/language.ts';

// Re-exported from a module of its own, for the login page, which loads no schema library.
export { pageBlocks, textsPath } from './page-blocks.ts';

/**
 * The configuration that a page reads at run time from the block `parlance-config`. None of it is compiled into a
 * bundle, so the same build serves every environment. The bases are prefixes of the services' paths: addresses without
 * a final slash, or paths of the page's own origin.
 */
export const pageConfig = z.object({
  apiBase: z.string(),
  chartsBase: z.string(),
  paymentBase: z.string(),
  /** The address in the text of the cookie-consent prompt (specification §1). */
  supportEmail: z.string(),
  /** The language of the block `parlance-texts`. */
  language,
  /** The release of the page, for error reports. */
  release: z.string(),
});
export type PageConfig = z.infer<typeof pageConfig>;
