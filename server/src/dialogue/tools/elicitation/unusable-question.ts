/** Thrown if what a server asks is no question that a person can be asked; the message is for the server. */
export class UnusableQuestion extends Error {
  override name = 'UnusableQuestion';
}
