/**
 * One act of a journey, in the words of who watches it: third person, present tense. Resolves with what the act does.
 * Where it fails, its words stand in front of what failed, behind those of the step around it; the error stays itself,
 * with its stack.
 */
export async function step<T>(words: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    throw named(words, thrown);
  }
}

function named(words: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return new Error(`${words} › ${String(thrown)}`, { cause: thrown });
  const { message, stack = message } = thrown;
  thrown.message = `${words} › ${message}`;
  // Jest prints the stack, which has the message as it was when the error was made; it leaves out the same word.
  thrown.stack = `${words} › ${stack.replace(/^Error: /, '')}`;
  return thrown;
}
