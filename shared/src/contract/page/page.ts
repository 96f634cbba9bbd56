import * as z from '@parlance/shared/contract/schema';
import { language } from '../values/language.ts';

// In a module of their own for the login page, which loads no schema library.
export { pageBlocks, textsPath } from './page-blocks.ts';

/**
 * What a page reads at run time from the block `parlance-config`. None of it is compiled into a bundle, so the same
 * build serves every environment. The bases are what paths of the services are put behind: addresses
 * without a final slash, or paths of the page's own origin.
 */
export const pageConfig = z.object({
  apiBase: z.string(),
  chartsBase: z.string(),
  paymentBase: z.string(),
  /** Stands in the text of the cookie-consent prompt (specification §1). */
  supportEmail: z.string(),
  /** The language of the block `parlance-texts`. */
  language,
  /** Which release the page is, for reports of errors. */
  release: z.string(),
});
export type PageConfig = z.infer<typeof pageConfig>;
