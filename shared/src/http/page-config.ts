import { pageBlocks, pageConfig, type PageConfig } from '../contract/page/page.ts';

let read: { from: Element; config: PageConfig } | null = null;

/**
 * Returns the run-time configuration of the page. Throws if the web server sent none or an invalid one: without it no
 * request has an address.
 */
export function readPageConfig(): PageConfig {
  const block = document.getElementById(pageBlocks.config);
  if (block === null) {
    throw new Error(
      `The page has no <script type="application/json" id="${pageBlocks.config}">. The web service writes it into the HTML; in a test, call fakeServer().`,
    );
  }
  if (read?.from === block) return read.config;
  const parsed = pageConfig.safeParse(JSON.parse(block.textContent));
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    throw new Error(
      `The block ${pageBlocks.config} of the page is wrong (${wrong}). Look at the settings of the web service.`,
    );
  }
  read = { from: block, config: parsed.data };
  return parsed.data;
}
