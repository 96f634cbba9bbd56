/**
 * The renderer of answers. A screen that rarely shows one imports this on demand, because it brings the markdown
 * parser.
 */
export { AnswerBody } from './answer-body.tsx';
export { CitedAnswer } from './cited-answer.tsx';
export { QuotedPassage } from './quoted-passage.tsx';
export { AtOnceContext } from '../markdown/use-near.ts';
export { useCopiedAnswer } from '../copy/use-copied-answer.ts';
