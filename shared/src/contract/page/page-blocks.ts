/** The ids of the JSON data blocks that the web server puts into the page. */
export const pageBlocks = {
  config: 'parlance-config',
  early: 'parlance-early',
  registry: 'parlance-registry',
  texts: 'parlance-texts',
} as const;

/**
 * Returns the path of the texts of host and shared in one language, `{ host: {…}, shared: {…} }`, on the page's own
 * origin.
 */
export const textsPath = (tag: string) => `/texts/${tag}.json`;
