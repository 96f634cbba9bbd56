import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly';
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough';
import { eachConstruct } from './micromark.ts';
import type { Code, Construct, Constructs, Extension, Token } from './micromark.ts';

/** Scripts without spaces that the packages leave out: they know Chinese, Japanese and Korean. */
const spaceless = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const letter = /\p{L}/u;
const punctuation = /[\p{P}\p{S}]/u;
const quote = /[\p{Pi}\p{Pf}„‚]/u;
/** Punctuation at the end of a phrase, without brackets: `(a)**b` may be a power. */
const ending = /[\p{Pi}\p{Pf}.,:;!?…%"]/u;

const characterOf = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCharCode(code));

/**
 * Emphasis and strike-through as a reader sees them. CommonMark lets no mark end emphasis between punctuation and a
 * letter, so that `**Note:**next` and `**「重點」**說明` stay asterisks. The packages mend that for Chinese, Japanese and
 * Korean; this adds the other scripts without spaces, and two marks between a phrase and a word of any script.
 */
export const emphasis: Constructs = eachConstruct(
  // The packages have micromark’s own types, of which these are a part.
  { ...(cjkFriendlyExtension() as Extension).text, ...(gfmStrikethroughCjkFriendly() as Extension).text },
  withOtherScripts,
);

function withOtherScripts(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const before = characterOf(this.previous);
      const widened = (code: Code) => {
        const token = this.events.at(-1)?.[1];
        if (token !== undefined) widen(token, before, characterOf(code));
        return ok(code);
      };
      return construct.tokenize.call(this, effects, widened, nok);
    },
  };
}

/** Lets a run of marks open or close where the packages do not. */
function widen(token: Token, before: string, after: string): void {
  const isPair = token.end.offset - token.start.offset >= 2;
  if (punctuation.test(before) && (spaceless.test(after) || (isPair && ending.test(before) && letter.test(after))))
    token._close = true;
  if (punctuation.test(after) && (spaceless.test(before) || (isPair && quote.test(after) && letter.test(before))))
    token._open = true;
}
