type Schema = Readonly<Record<string, unknown>>;

/** Returns the initial arguments of a trial: the required ones of a function, each with its simplest value. */
export function argumentsToBegin({ properties, required }: Schema): string {
  const of = isObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, simplest(of[name])])), null, 2);
}

function simplest(schema: unknown): unknown {
  if (!isObject(schema)) return null;
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown;
  const simple: Readonly<Record<string, unknown>> = {
    string: '',
    number: 0,
    integer: 0,
    boolean: false,
    array: [],
    object: {},
  };
  return simple[String(schema['type'])] ?? null;
}

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
