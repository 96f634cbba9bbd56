/**
 * Letters of scripts without spaces, and Korean ones, whose particles follow a word without a space: the inside of a
 * class in a regular expression with the flag `u`. Halves of surrogate pairs stand for the rarer ideographs.
 */
export const unspacedLetters = [
  ...['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar', 'Tibetan'].map(
    (script) => String.raw`\p{Script=${script}}`,
  ),
  String.raw`々〇ー０-９Ａ-Ｚａ-ｚ\u{D840}-\u{D888}`,
].join('');
