import { codeLength } from '@parlance/shared/contract/code';

/** The digits of what was typed or pasted: “123 456”, “123-456” and full-width digits are a code as well. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength);
