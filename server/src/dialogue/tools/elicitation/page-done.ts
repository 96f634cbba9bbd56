/** The reason of a signal: the server says that the person is done on a page. */
export class PageDone extends Error {
  override name = 'PageDone';
}
