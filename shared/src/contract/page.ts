import * as z from '@parlance/shared/contract/schema';
import { language } from './language.ts';

/** The ids of the JSON data blocks that the web server puts into the page. */
export const pageBlocks = { config: 'parlance-config', registry: 'parlance-registry', texts: 'parlance-texts' } as const;

/**
 * What a page learns at run time from the block `parlance-config`: nothing of it is compiled into a bundle, so the same
 * build serves every environment. The bases are origins without a final slash.
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

/** Where the texts of host and shared stand in one language, `{ host: {…}, shared: {…} }`, on the page's own origin. */
export const textsPath = (tag: string) => `/texts/${tag}.json`;
