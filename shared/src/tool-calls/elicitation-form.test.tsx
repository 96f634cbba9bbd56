import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, pressTwice, renderScreen } from '@parlance/shared/testing';
import { answerElicitation, type Elicitation, type ElicitationField } from '../contract/api/tools/elicitations.ts';
import { exampleCall, formOf } from './examples.ts';
import ToolCalls from './tool-calls.tsx';

const server = fakeServer();
// Loads the chunk up front, so that no test waits for it.
beforeAll(() => import('./elicitation-question.tsx'));
beforeEach(() => server.answer(answerElicitation, {}));

const calls = (...elicitations: Elicitation[]) => [
  exampleCall({ state: 'running', result: '', duration_ms: null, elicitations }),
];
const field = <T extends ElicitationField['type']>(
  given: { readonly type: T; readonly name: string } & Partial<Extract<ElicitationField, { type: T }>>,
): ElicitationField => ({
  title: given.name,
  description: '',
  is_required: true,
  is_integer: false,
  options: [],
  ...given,
});
let forms = 0;
/** A form that nobody has entered anything in. */
const form = (...fields: ElicitationField[]): Elicitation => ({
  ...formOf(fields),
  id: `0198f0aa-0005-7000-8000-0000000001${String((forms += 1)).padStart(2, '0')}`,
});
const who = '“Orders: find” asks you for information';

async function show(...elicitations: Elicitation[]) {
  const rendered = renderScreen(<ToolCalls calls={calls(...elicitations)} isRunning />, { session: {} });
  const group = within(await screen.findByRole('group', { name: who }));
  return { ...rendered, group };
}
const press = (name: string) => screen.getByRole('button', { name });
const answers = () => server.requests(answerElicitation).map(({ params, body }) => ({ ...params, ...Object(body) }));
const contents = () => answers().map(({ action, content }) => [action, content] as const);
const accepted = (content: object) => [['accept', content]];

test('it says who asks and where the answer goes, in words that are text whatever they look like', async () => {
  const message = 'Ship it?\n**Now** [here](https://evil.example) <img src=x>';
  const { container, group } = await show({
    ...form(field({ type: 'text', name: 'city', title: '<b>City</b>', description: 'As in [Bern](x).' })),
    message,
  });
  expect(group.getByText(/^Ship it/).textContent).toBe(message);
  expect(group.getByRole('textbox', { name: '<b>City</b>' })).toBeInTheDocument();
  expect(container.querySelector('a, img, b')).toBeNull();
  expect(
    group.getByText(/^What you enter here is sent to the server of this tool\. Don’t enter passwords/),
  ).toBeVisible();
  // In place of the folded call, and announced without taking the focus.
  expect(screen.queryByText('Running')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent('“Orders: find” is waiting for your answer.');
  expect(document.body).toHaveFocus();
});

test('every kind of field is a control of its kind, in order, and what is entered is sent once', async () => {
  const options = ['S', 'M', 'L'].map((value) => ({ value, title: `Size ${value}` }));
  const { user, group } = await show(
    form(
      field({ type: 'text', name: 'name', title: 'Name', max_length: 80, description: 'As on the door' }),
      field({ type: 'text', name: 'note', title: 'Note' }),
      field({ type: 'text', name: 'email', title: 'Email', format: 'email' }),
      field({ type: 'text', name: 'site', title: 'Site', format: 'uri' }),
      field({ type: 'text', name: 'day', title: 'Day', format: 'date' }),
      field({ type: 'text', name: 'time', title: 'Time', format: 'date-time' }),
      field({ type: 'number', name: 'weight', title: 'Weight' }),
      field({ type: 'number', name: 'count', title: 'Count', is_integer: true, default: 2 }),
      field({ type: 'boolean', name: 'gift', title: 'Gift' }),
      field({ type: 'choice', name: 'size', title: 'Size', options }),
      field({
        type: 'choice',
        name: 'colour',
        title: 'Colour',
        options: 'abcdef'.split('').map((value) => ({ value, title: value })),
      }),
      field({ type: 'choices', name: 'extras', title: 'Extras', options }),
      field({ type: 'text', name: 'left', title: 'Left', is_required: false }),
    ),
  );
  const labels = group.getAllByRole('textbox').map((it) => it.getAttribute('type') ?? it.tagName);
  expect(labels).toEqual(['text', 'TEXTAREA', 'email', 'url', 'TEXTAREA']);
  expect(group.getByLabelText('Day')).toHaveAttribute('type', 'date');
  expect(group.getByLabelText('Time')).toHaveAttribute('type', 'datetime-local');
  expect(group.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('As on the door');
  expect(group.getByRole('textbox', { name: 'Name' })).toBeRequired();
  expect(group.getByRole('textbox', { name: 'Left (optional)' })).not.toBeRequired();
  expect(group.getByRole('spinbutton', { name: 'Count' })).toHaveValue(2);

  await user.type(group.getByLabelText('Name'), 'Ada');
  await user.type(group.getByLabelText('Note'), 'One{Enter}two');
  await user.type(group.getByLabelText('Email'), 'ada@example.org');
  await user.type(group.getByLabelText('Site'), 'https://example.org');
  await user.type(group.getByLabelText('Day'), '2026-12-01');
  await user.type(group.getByLabelText('Time'), '2026-12-01T08:30');
  await user.type(group.getByLabelText('Weight'), '1.5');
  await user.click(group.getByRole('radio', { name: 'Size M' }));
  await user.selectOptions(group.getByRole('combobox', { name: 'Colour' }), 'c');
  await user.click(within(group.getByRole('group', { name: 'Extras' })).getByRole('checkbox', { name: 'Size L' }));
  await user.click(within(group.getByRole('group', { name: 'Extras' })).getByRole('checkbox', { name: 'Size S' }));
  pressTwice(press('Send'));
  expect(press('Send')).toHaveAttribute('aria-disabled', 'true');
  await waitFor(() => expect(screen.getByRole('list', { name: 'Tool calls' })).toHaveFocus());
  expect(contents()).toEqual(
    accepted({
      name: 'Ada',
      note: 'One\ntwo',
      email: 'ada@example.org',
      site: 'https://example.org',
      day: '2026-12-01',
      time: expect.stringMatching(/^2026-12-01T08:30:00[+-]\d\d:\d\d$/),
      weight: 1.5,
      count: 2,
      gift: false,
      size: 'M',
      colour: 'c',
      extras: ['S', 'L'],
    }),
  );
  // Nothing more is sent until the stream removes it.
  await user.click(press('Decline'));
  await user.click(press('Close without answering'));
  expect(server.requests(answerElicitation)).toHaveLength(1);
});

test('an optional choice can be taken back, and an optional box says nothing until it is touched', async () => {
  const { user, group } = await show(
    form(
      field({ type: 'choice', name: 'size', is_required: false, options: [{ value: 1, title: 'One' }], default: 1 }),
      field({ type: 'boolean', name: 'gift', is_required: false }),
      field({ type: 'boolean', name: 'news', is_required: false }),
    ),
  );
  expect(group.getByRole('radio', { name: 'One' })).toBeChecked();
  await user.click(group.getByRole('radio', { name: 'No answer' }));
  await user.click(group.getByRole('checkbox', { name: 'gift (optional)' }));
  await user.click(group.getByRole('checkbox', { name: 'gift (optional)' }));
  await user.click(press('Send'));
  await waitFor(() => expect(contents()).toEqual(accepted({ gift: false })));
});

test.each<[string, ElicitationField, string, string]>([
  ['missing', field({ type: 'text', name: 'it' }), '', 'This field is required.'],
  [
    'too short',
    field({ type: 'text', name: 'it', min_length: 3 }),
    'ab',
    'This text is too short. Its minimum length is 3.',
  ],
  [
    'too long',
    field({ type: 'text', name: 'it', max_length: 1_000 }),
    'a'.repeat(1_001),
    'This text is too long. Its maximum length is 1,000.',
  ],
  ['no email address', field({ type: 'text', name: 'it', format: 'email' }), 'ada', 'Enter a valid email address.'],
  [
    'no address',
    field({ type: 'text', name: 'it', format: 'uri' }),
    'ada',
    'Enter a whole address, such as https://example.com.',
  ],
  ['too small', field({ type: 'number', name: 'it', minimum: 0.5 }), '0.25', 'Enter 0.5 or more.'],
  ['too large', field({ type: 'number', name: 'it', maximum: 9 }), '10', 'Enter 9 or less.'],
  ['no whole number', field({ type: 'number', name: 'it', is_integer: true }), '1.5', 'Enter a whole number.'],
])('what is %s is said beside its field, and nothing is sent', async (_, wrong, typed, said) => {
  const { user, group } = await show(form(field({ type: 'text', name: 'first', is_required: false }), wrong));
  const control = group.getByLabelText(/^it/);
  act(() => control.focus());
  if (typed !== '') await user.paste(typed);
  await user.click(press('Send'));
  expect(control).toHaveFocus();
  expect(control).toBeInvalid();
  expect(control).toHaveAccessibleDescription(said);
  expect(answers()).toEqual([]);
});

test('what is chosen too often or too seldom is said too; what is mended is no fault, and keeps the focus', async () => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, title: value }));
  const { user, group } = await show(
    form(
      field({ type: 'choice', name: 'one', options }),
      field({ type: 'choices', name: 'few', options, min_items: 1, max_items: 2 }),
      field({ type: 'choices', name: 'more', options, min_items: 2, default: ['a'] }),
    ),
  );
  const few = within(group.getByRole('group', { name: 'few' }));
  for (const name of ['a', 'b', 'c']) await user.click(few.getByRole('checkbox', { name }));
  await user.click(press('Send'));
  expect(group.getAllByRole('alert').map((it) => it.textContent)).toEqual([
    'This field is required.',
    'Choose at most 2.',
    'Choose at least 2.',
    '',
  ]);
  const [radio] = group.getAllByRole('radio');
  expect(radio).toHaveFocus();
  expect(radio).toHaveAccessibleDescription('This field is required.');
  await user.click(radio as HTMLElement);
  expect(radio).toHaveFocus();
  expect(group.queryByText('This field is required.')).not.toBeInTheDocument();
  expect(group.getByText('Choose at most 2.')).toBeInTheDocument();
  expect(answers()).toEqual([]);
});

test.each<[string, ElicitationField, string]>([
  ['half a date', field({ type: 'text', name: 'it', format: 'date', is_required: false }), 'Enter a whole date.'],
  ['a number of letters', field({ type: 'number', name: 'it', is_required: false }), 'Enter a number.'],
])('%s, of which the browser makes no value, is not left out without a word', async (_, optional, said) => {
  const { user, group } = await show(form(optional));
  const control = group.getByLabelText(/^it/);
  Object.defineProperty(control, 'validity', { value: { badInput: true } });
  await user.click(press('Send'));
  expect(control).toHaveAccessibleDescription(said);
  expect(control).toHaveFocus();
  expect(answers()).toEqual([]);
});

const many = (count: number) => Array.from({ length: count }, (_, value) => ({ value, title: `Option ${value}` }));

test('five options are radio buttons, six a list; a text of more than 200 characters has several lines', async () => {
  const { group } = await show(
    form(
      field({ type: 'choice', name: 'five', options: many(5) }),
      field({ type: 'choice', name: 'six', options: many(6) }),
      field({ type: 'text', name: 'line', max_length: 200 }),
      field({ type: 'text', name: 'lines', max_length: 201 }),
    ),
  );
  expect(within(group.getByRole('group', { name: 'five' })).getAllByRole('radio')).toHaveLength(5);
  expect(within(group.getByRole('combobox', { name: 'six' })).getAllByRole('option')).toHaveLength(7);
  const texts = group.getAllByRole('textbox');
  expect(texts.map(({ tagName }) => tagName)).toEqual(['INPUT', 'TEXTAREA']);
  // The most that a request may hold.
  for (const text of texts) expect(text).toHaveAttribute('maxlength', '10000');
});

test('more than twenty options scroll', async () => {
  const { group } = await show(
    form(
      field({ type: 'choices', name: 'few', options: many(20) }),
      field({ type: 'choices', name: 'many', options: many(21) }),
    ),
  );
  const [few, scrolled] = ['few', 'many'].map((name) =>
    within(group.getByRole('group', { name })).getByText('Option 0'),
  );
  expect(few?.closest('div')).not.toHaveClass('scrolled');
  expect(scrolled?.closest('div')).toHaveClass('scrolled');
});

test('the faults that the server finds are said beside their fields as well, and it can be sent again', async () => {
  server.fail(answerElicitation, 'validation_failed', {
    times: 1,
    issues: [
      { path: 'content.order.code', message: 'pattern' },
      { path: 'content.gone', message: 'unknown' },
      { path: 'content.other', message: 'something new' },
    ],
  });
  const { user, group } = await show(
    form(field({ type: 'text', name: 'order.code' }), field({ type: 'text', name: 'other' })),
  );
  await user.type(group.getByLabelText('order.code'), 'x');
  await user.type(group.getByLabelText('other'), 'y');
  await user.click(press('Send'));
  await waitFor(() => expect(group.getByLabelText('order.code')).toHaveFocus());
  expect(group.getByLabelText('order.code')).toHaveAccessibleDescription(
    'This text doesn’t have the form the tool expects.',
  );
  expect(group.getByLabelText('other')).toHaveAccessibleDescription('This value isn’t allowed here.');
  await user.type(group.getByLabelText('order.code'), '1');
  await user.click(press('Send'));
  await waitFor(() => expect(answers().at(-1)).toMatchObject({ content: { 'order.code': 'x1', other: 'y' } }));
});

test.each([
  ['conflict', 'No one is waiting for this answer any more.'],
  ['rate_limited', /Too many/],
  ['validation_failed', /./],
] as const)('a failure about no field (%s) is said, and what was entered stays', async (code, said) => {
  server.fail(answerElicitation, code, { times: 1 });
  const { user, group } = await show(form(field({ type: 'text', name: 'city' })));
  await user.type(group.getByLabelText('city'), 'Bern');
  await user.click(press('Send'));
  await waitFor(() => expect(group.getAllByRole('alert').at(-1)).toHaveTextContent(said));
  expect(group.getByLabelText('city')).toHaveValue('Bern');
  await user.click(press('Send'));
  await waitFor(() => expect(server.requests(answerElicitation)).toHaveLength(2));
});

test.each([
  ['Decline', 'decline'],
  ['Close without answering', 'cancel'],
])('“%s” sends nothing that was entered, once', async (label, action) => {
  const asked = form(field({ type: 'text', name: 'city' }));
  const { user, group } = await show(asked);
  await user.type(group.getByLabelText('city'), 'Bern');
  pressTwice(press(label));
  await waitFor(() => expect(screen.getByRole('list', { name: 'Tool calls' })).toHaveFocus());
  expect(answers()).toEqual([{ elicitation_id: asked.id, action }]);
});

test('what is entered stays when the stream tells it again, and when its message is drawn anew; once sent it is gone', async () => {
  const asked = form(field({ type: 'text', name: 'city' }));
  const first = await show(asked);
  await first.user.type(first.group.getByLabelText('city'), 'Bern');
  // In another place of the tree, and then in the same one.
  const tellAgain = () => first.rerender(<ToolCalls calls={calls(structuredClone(asked))} isRunning />);
  tellAgain();
  const city = screen.getByLabelText('city');
  act(() => city.focus());
  tellAgain();
  expect(screen.getByLabelText('city')).toBe(city);
  expect(city).toHaveValue('Bern');
  expect(city).toHaveFocus();
  first.unmount();

  const second = await show(asked);
  expect(second.group.getByLabelText('city')).toHaveValue('Bern');
  // That of another one is not.
  second.rerender(<ToolCalls calls={calls(asked, form(field({ type: 'text', name: 'city' })))} isRunning />);
  expect((await screen.findAllByLabelText('city')).map((it) => (it as HTMLInputElement).value)).toEqual(['Bern', '']);
  await second.user.click(screen.getAllByRole('button', { name: 'Send' })[0] as HTMLElement);
  await waitFor(() => expect(answers()).toHaveLength(1));
  second.unmount();

  const third = await show(asked);
  expect(third.group.getByLabelText('city')).toHaveValue('');
});

test('nobody is asked in an answer that is over, by a call that has ended, or by what waits no more', async () => {
  const asked = form(field({ type: 'text', name: 'city' }));
  const [running] = calls(asked);
  const { rerender } = await show(asked);
  for (const [call, isRunning] of [
    [running, false],
    [exampleCall({ state: 'done', elicitations: [asked] }), true],
    [exampleCall({ state: 'running', elicitations: [{ ...asked, state: 'cancelled' }] }), true],
  ] as const) {
    rerender(<ToolCalls calls={[call ?? exampleCall()]} isRunning={isRunning} />);
    expect(screen.queryByRole('group', { name: who })).not.toBeInTheDocument();
    expect(screen.getByText('Orders: find')).toBeInTheDocument();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  }
});

test('afterwards the folded call says what was asked, and whether it was answered', async () => {
  const states = ['accepted', 'declined', 'cancelled', 'waiting'] as const;
  const { user } = renderScreen(
    <ToolCalls
      calls={[
        exampleCall({
          elicitations: states.map((state, at) => ({
            id: `0198f0aa-0005-7000-8000-00000000010${at}`,
            state,
            message: state,
          })),
        }),
      ]}
      isRunning={false}
    />,
    { session: {} },
  );
  await user.click(screen.getByText('Orders: find'));
  const items = within(screen.getByRole('list', { name: 'What the tool asked you' })).getAllByRole('listitem');
  expect(items.map((it) => it.textContent)).toEqual([
    'acceptedAnswered',
    'declinedDeclined',
    'cancelledNot answered',
    'waitingNot answered',
  ]);
});
