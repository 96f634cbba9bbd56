/** Draws answers. Whoever shows one only now and then imports this when it does: with it comes the parser of markdown. */
export { AnswerBody } from './answer-body.tsx';
export { CitedAnswer } from './cited-answer.tsx';
export { QuotedPassage } from './quoted-passage.tsx';
export { AtOnceContext } from './use-near.ts';
