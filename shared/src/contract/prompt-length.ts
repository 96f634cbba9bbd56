/** Characters of a prompt. Longer ones are refused with validation_failed. By itself: whoever names it need not have all of a dialogue. */
export const promptMaxLength = 32_000;
