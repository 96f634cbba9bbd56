/** Thrown when the response of a model violates its protocol. `said` is what came instead, for diagnosis. */
export class AnswerUnusable extends Error {
  override name = 'AnswerUnusable';
  readonly said: string;

  constructor(message: string, said = '') {
    super(message);
    this.said = said;
  }
}
