type ElementOptions = {
  readonly className?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
};

/** Creates an element with its text and children. */
export function makeElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  { className = '', text = '', attributes = {} }: ElementOptions = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== '') made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
