/** The library's own rule, and the crawlers whose names it does not know. */
const robotNames = /bot|crawl|spider|slurp|teoma|archiver|externalhit|mediapartners|inspectiontool|lighthouse/i;

/** Whether a program reads the page: it is never asked for a consent (specification §1). */
export function isRobot({ userAgent, webdriver }: { readonly userAgent: string; readonly webdriver: boolean }): boolean {
  return webdriver || robotNames.test(userAgent);
}
