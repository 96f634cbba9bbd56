/** What a model sent is none of its protocol. `said` is what came instead, for whoever looks for the reason. */
export class AnswerUnusable extends Error {
  override name = 'AnswerUnusable';
  readonly said: string;

  constructor(message: string, said = '') {
    super(message);
    this.said = said;
  }
}
