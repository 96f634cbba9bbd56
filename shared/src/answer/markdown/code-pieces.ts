/** Characters after which a further piece begins at the next line that seems to begin something new. */
const pieceLength = 3000;
/** Characters after which a further piece begins at the next line, whatever it is. */
const longestPiece = 6000;

/**
 * Splits code into pieces that are coloured separately, so that none takes longer than a frame. A piece begins, if
 * possible, at a line that follows a blank one and is not indented: that is seldom inside a text or a comment.
 * `join('')` is the code.
 */
export function piecesOfCode(code: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  while (code.length - start > pieceLength) {
    const next = nextStart(code, start);
    if (next === -1) break;
    pieces.push(code.slice(start, next));
    start = next;
  }
  return [...pieces, code.slice(start)];
}

function nextStart(code: string, start: number): number {
  const calm = /\n\n(?=[^\s})\]])/g;
  calm.lastIndex = start + pieceLength;
  const found = calm.exec(code.slice(0, start + longestPiece));
  if (found !== null) return found.index + 2;
  if (code.length - start <= longestPiece) return -1;
  const lineEnd = code.lastIndexOf('\n', start + longestPiece);
  return lineEnd > start ? lineEnd + 1 : start + longestPiece;
}
