/**
 * The most characters of a prompt. Longer ones are refused with validation_failed. In a file of its own, so that using
 * it does not load the dialogue contract.
 */
export const promptMaxLength = 32_000;
