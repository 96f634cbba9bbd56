import type { ModelFailureSummary } from '@parlance/shared/contract/api/releases/operator';
import type { Deployment } from './ask-operator.ts';
import { makeElement } from './make.ts';
import type { Words } from './words.ts';

/**
 * Returns the reasons models did not answer, for the person who can change the settings: in the words of their
 * providers.
 */
export function modelFailuresOf({ model_failures: failures = [] }: Deployment, words: Words): HTMLElement {
  const { say } = words;
  const columns = ['model', 'status', 'words', 'failures', 'last'].map((key) =>
    makeElement('th', { text: say(`modelColumns.${key}`), attributes: { scope: 'col' } }),
  );
  const table = makeElement(
    'table',
    {},
    makeElement('thead', {}, makeElement('tr', {}, ...columns)),
    makeElement('tbody', {}, ...failures.map((failure) => rowOf(failure, words))),
  );
  return makeElement(
    'section',
    { attributes: { 'aria-labelledby': 'models-heading' } },
    makeElement('h2', { text: say('models'), attributes: { id: 'models-heading' } }),
    makeElement('p', { className: 'note', text: failures.length === 0 ? say('noModelFailed') : say('modelsLead') }),
    // It can be wider than a phone, so the arrow keys must scroll it too.
    ...(failures.length === 0
      ? []
      : [
          makeElement(
            'div',
            {
              className: 'wide',
              attributes: { role: 'region', tabindex: '0', 'aria-label': say('modelColumns.words') },
            },
            table,
          ),
        ]),
  );
}

function rowOf(
  {
    provider,
    model,
    status,
    words: said,
    failures,
    first_at: first,
    last_at: last,
    request_id: request,
  }: ModelFailureSummary,
  words: Words,
): HTMLElement {
  const { say, moment, count } = words;
  return makeElement(
    'tr',
    {},
    makeElement('th', { text: `${provider}/${model}`, attributes: { scope: 'row' } }),
    makeElement('td', { text: status === null ? '–' : String(status) }),
    makeElement(
      'td',
      {},
      makeElement('div', { text: said, attributes: { dir: 'auto' } }),
      ...(request === null
        ? []
        : [makeElement('div', { className: 'note', text: say('modelRequest', { id: request }) })]),
    ),
    makeElement('td', { text: count(failures) }),
    makeElement(
      'td',
      {},
      moment(last),
      ...(failures === 1
        ? []
        : [makeElement('div', { className: 'note', text: say('modelSince', { moment: moment(first) }) })]),
    ),
  );
}
