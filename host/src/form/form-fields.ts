import type { FormField } from '@parlance/shared/contract/agents/automation';
import type { FormFault } from '@parlance/shared/contract/page/form-values';
import { part } from '../login/elements.ts';
import { textOf, type Texts } from '../login/page-texts.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The most characters of one answer, by the contract. */
const longest = 10_000;
/**
 * The input types. A number is typed in the person's own notation: a number input would not accept a comma everywhere.
 */
const types = { text: 'text', number: 'text', email: 'email', date: 'date', checkbox: 'checkbox' } as const;
const idOf = ({ name }: FormField) => `value-${name}`;
const controlOf = (field: FormField) => part<Control>(document, idOf(field));

/** Returns a field with its label above and its fault below; texts of the page itself are set by `say`. */
export function makeField(field: FormField): HTMLElement {
  const control = makeControl(field);
  control.id = idOf(field);
  control.required = field.is_required;
  control.setAttribute('aria-describedby', `${control.id}-fault`);
  const label = element('label', { htmlFor: control.id }, field.label);
  const optional = element('span', { className: 'field-optional', id: `${control.id}-optional` });
  if (!field.is_required) label.append(' ', optional);
  const fault = element('p', { className: 'field-fault', id: `${control.id}-fault` });
  fault.setAttribute('role', 'alert');
  const isTick = field.kind === 'checkbox';
  const place = element('div', { className: isTick ? 'field tick' : 'field' });
  place.append(...(isTick ? [control, label] : [label, control]), fault);
  return place;
}

function makeControl({ kind, options }: FormField): Control {
  if (kind === 'paragraph') return element('textarea', { rows: 5, maxLength: longest });
  if (kind === 'select') {
    const select = element('select', {});
    select.append(
      element('option', { value: '' }),
      ...options.map((option) => element('option', { value: option }, option)),
    );
    return select;
  }
  const input = element('input', { type: types[kind] });
  if (kind === 'text') input.maxLength = longest;
  if (kind === 'number') input.inputMode = 'decimal';
  if (kind === 'email') Object.assign(input, { autocomplete: 'email', autocapitalize: 'none', spellcheck: false });
  return input;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  if (text !== '') made.textContent = text;
  return made;
}

/** Returns a value as the contract expects it: a checkbox is a boolean, everything else is text. */
export function valueOf(field: FormField): string | boolean {
  const control = controlOf(field);
  return control instanceof HTMLInputElement && control.type === 'checkbox' ? control.checked : control.value.trim();
}

/** Shows the fault and the page's own texts of a field, in the language of the page. */
export function sayFault(field: FormField, fault: FormFault | undefined, texts: Texts): void {
  const id = idOf(field);
  const text = fault === undefined ? '' : (textOf(texts, `host.form.faults.${fault}`) ?? '');
  const place = part(document, `${id}-fault`);
  if (place.textContent !== text) place.textContent = text;
  controlOf(field).setAttribute('aria-invalid', String(fault !== undefined));
  if (!field.is_required) part(document, `${id}-optional`).textContent = textOf(texts, 'host.form.optional') ?? '';
  const nothing = field.kind === 'select' ? controlOf(field).querySelector('option') : null;
  if (nothing !== null) nothing.textContent = textOf(texts, 'host.form.choose') ?? '';
}
