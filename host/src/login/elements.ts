/**
 * An element by its id, in the document or in a step that is not shown now: ids are unique in a step, and one step is
 * shown.
 */
export function part<T extends HTMLElement>(place: ParentNode, id: string): T {
  const element = place.querySelector<T>(`#${id}`);
  if (element === null) throw new Error(`host/pages/login.html has no #${id} there.`);
  return element;
}

/** The form of a step, made from its template. A template is inert: no password keeper fills in what is not shown. */
export function fromTemplate<T extends HTMLElement>(id: string): T {
  const [made] = document.importNode(part<HTMLTemplateElement>(document, id).content, true).children;
  if (made === undefined) throw new Error(`The template #${id} of host/pages/login.html is empty.`);
  return made as T; // template and step stand together in login.html
}
