import type { MathNode } from 'mathjs/number';
import { type ToolSource, ToolSaysNo } from './tool-source.ts';

const expressionMaxLength = 500;
/** The number of digits that a double holds exactly. */
const precision = 15;

/** Arithmetic only: no matrices, no units, and nothing that creates, reads or calls anything. */
const functions = new Set([
  'abs',
  'acos',
  'asin',
  'atan',
  'ceil',
  'cos',
  'exp',
  'floor',
  'log',
  'log10',
  'log2',
  'max',
  'min',
  'mod',
  'pow',
  'round',
  'sin',
  'sqrt',
  'tan',
]);
const constants = new Set(['pi', 'e']);
const operators = new Set(['add', 'subtract', 'multiply', 'divide', 'pow', 'mod', 'unaryMinus', 'unaryPlus']);

/** Returns the value of an expression. Throws ToolSaysNo for an invalid one, or one with more than arithmetic. */
export async function calculate(expression: string): Promise<string> {
  if (expression.length > expressionMaxLength)
    throw new ToolSaysNo(`An expression has at most ${expressionMaxLength} characters.`);
  // Loads lazily: it would cost two tenths of a second of every start.
  const { format, parse } = await import('mathjs/number');
  try {
    const node = parse(expression);
    // The check precedes the evaluation: a function defined in the expression could recurse without end.
    node.traverse(requireArithmetic);
    const value: unknown = node.evaluate();
    if (typeof value !== 'number') throw new ToolSaysNo('The result is no number.');
    return format(value, { precision });
  } catch (error) {
    throw error instanceof ToolSaysNo
      ? error
      : new ToolSaysNo(error instanceof Error ? error.message : 'The expression cannot be read.');
  }
}

/** The used properties of an expression's nodes. */
type Part = { readonly type: string; readonly fn?: string | { readonly name?: string }; readonly name?: string };

function requireArithmetic(node: MathNode, path: string): void {
  const { type, fn, name = '' } = node as unknown as Part; // each kind of node has some of them
  const isArithmetic =
    type === 'ConstantNode' ||
    type === 'ParenthesisNode' ||
    (type === 'OperatorNode' && typeof fn === 'string' && operators.has(fn)) ||
    (type === 'FunctionNode' && typeof fn === 'object' && functions.has(fn.name ?? '')) ||
    (type === 'SymbolNode' && (path === 'fn' ? functions.has(name) : constants.has(name)));
  if (!isArithmetic) throw new ToolSaysNo(`“${node.toString().slice(0, 100)}” is no arithmetic.`);
}

export const calculator: ToolSource = {
  functions: () =>
    Promise.resolve({
      leftOut: [],
      functions: [
        {
          name: 'calculate',
          description: `Works out an arithmetic expression exactly. Operators + - * / ^ and parentheses; functions ${[...functions].join(', ')} (angles in radians, log is natural); constants pi, e.`,
          parameters: {
            type: 'object',
            properties: { expression: { type: 'string', description: 'Such as (1250 * 1.19) / 12' } },
            required: ['expression'],
            additionalProperties: false,
          },
          effect: 'reads',
        },
      ],
    }),
  call: async (_, { expression }) => ({ text: await calculate(String(expression)) }),
};
