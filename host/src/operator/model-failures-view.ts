import type { ModelFailureSummary } from '@parlance/shared/contract/api/releases/operator';
import type { Deployment } from './ask-operator.ts';
import { make } from './make.ts';
import type { Words } from './words.ts';

/** Why models did not answer, for who can change the settings: in the words of their providers. */
export function modelFailuresOf({ model_failures: failures = [] }: Deployment, words: Words): HTMLElement {
  const { say } = words;
  const columns = ['model', 'status', 'words', 'failures', 'last'].map((key) =>
    make('th', { text: say(`modelColumns.${key}`), attributes: { scope: 'col' } }),
  );
  const table = make(
    'table',
    {},
    make('thead', {}, make('tr', {}, ...columns)),
    make('tbody', {}, ...failures.map((failure) => rowOf(failure, words))),
  );
  return make(
    'section',
    { attributes: { 'aria-labelledby': 'models-heading' } },
    make('h2', { text: say('models'), attributes: { id: 'models-heading' } }),
    make('p', { className: 'note', text: failures.length === 0 ? say('noModelFailed') : say('modelsLead') }),
    // It can be wider than a phone, and is then moved by the arrow keys too.
    ...(failures.length === 0
      ? []
      : [
          make(
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
  return make(
    'tr',
    {},
    make('th', { text: `${provider}/${model}`, attributes: { scope: 'row' } }),
    make('td', { text: status === null ? '–' : String(status) }),
    make(
      'td',
      {},
      make('div', { text: said, attributes: { dir: 'auto' } }),
      ...(request === null ? [] : [make('div', { className: 'note', text: say('modelRequest', { id: request }) })]),
    ),
    make('td', { text: count(failures) }),
    make(
      'td',
      {},
      moment(last),
      ...(failures === 1
        ? []
        : [make('div', { className: 'note', text: say('modelSince', { moment: moment(first) }) })]),
    ),
  );
}
