import { fakeServer, renderScreen } from '@parlance/shared/testing';
import { ApiFailure } from '@parlance/shared/http';
import * as fields from '@parlance/shared/ui/fields';
import { act, screen, waitFor } from '@testing-library/react';

const { FormEnd, PasswordField, TextField, useForm, useSecondsUntil } = fields;
fakeServer(); // provides the page's configuration
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

type Send = (values: Readonly<Record<'email' | 'secret', string>>) => Promise<void>;

function Trial({ send, onCancel }: { readonly send: Send; readonly onCancel?: () => void }) {
  const { values, type, faults, form, isSending, failure } = useForm<'email' | 'secret'>({
    initial: { email: '', secret: '' },
    check: ({ email, secret }) => ({
      ...(email === '' ? { email: { key: ['shared:fields.noSuchText', 'shared:errors.bad_request'] } } : {}),
      ...(secret === '' ? { secret: { key: 'shared:ui.requestId', values: { id: '7' } } } : {}),
    }),
    send,
    beside: ({ code }) => (code === 'password_wrong' ? { secret: { key: 'shared:errors.password_wrong' } } : {}),
  });
  return (
    <form {...form}>
      <TextField
        name="email"
        label="E-mail"
        type="email"
        hint="As in your mails."
        value={values.email}
        fault={faults.email}
        onType={(typed) => type('email', typed)}
      />
      <TextField label="Note" isLong isOptional value="" onType={() => undefined} />
      <PasswordField
        name="secret"
        label="Secret"
        autoComplete="current-password"
        value={values.secret}
        fault={faults.secret}
        onType={(typed) => type('secret', typed)}
      />
      <FormEnd
        label="Go"
        isSending={isSending}
        failure={failure}
        back="/before"
        {...(onCancel === undefined ? {} : { onCancel })}
      />
    </form>
  );
}
const email = () => screen.getByRole('textbox', { name: 'E-mail' });
const secret = () => screen.getByLabelText('Secret');
const go = () => screen.getByRole('button', { name: /Go|One moment/ });
const said = () =>
  screen
    .getAllByRole('alert')
    .map((it) => it.textContent)
    .join('|');

test('a field that may stay empty says so while it is', () => {
  const field = (value: string) => <TextField label="Note" isOptional value={value} onType={() => undefined} />;
  const { rerender } = renderScreen(field(''));
  expect(screen.getByRole('textbox', { name: 'Note (optional)' })).not.toBeRequired();
  rerender(field('Called twice'));
  expect(screen.getByRole('textbox', { name: 'Note' })).not.toBeRequired();
});

test('a field has its help, in whose place the fault stands until it is typed into; the first that is wrong has the focus', async () => {
  const send = jest.fn<Promise<void>, Parameters<Send>>(async () => undefined);
  const { user } = renderScreen(<Trial send={send} />);
  expect(email()).toHaveAccessibleDescription('As in your mails.');
  expect(screen.getByRole('textbox', { name: 'Note (optional)' })).not.toBeRequired();
  expect(email()).toBeRequired();
  await user.click(go());
  expect(email()).toHaveFocus();
  expect(email()).toBeInvalid();
  expect(email()).toHaveAccessibleDescription('The request couldn’t be understood. Reload the page and try again.');
  expect(secret()).toHaveAccessibleDescription('Request 7');
  expect(said()).toContain('The request couldn’t be understood');
  await user.type(email(), 'a');
  expect(email()).toHaveAccessibleDescription('As in your mails.');
  expect(secret()).toBeInvalid();
  expect(send).not.toHaveBeenCalled();
});

test('what a password manager has filled in without an event is sent as it is seen, and stays', async () => {
  const send = jest.fn<Promise<void>, Parameters<Send>>(async () => undefined);
  const { user } = renderScreen(<Trial send={send} />);
  const fill = (field: HTMLElement, value: string) =>
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  fill(email(), 'ada@new.example');
  fill(secret(), 'rain on the bridge');
  await user.click(go());
  expect(send.mock.calls).toEqual([[{ email: 'ada@new.example', secret: 'rain on the bridge' }]]);
  expect(email()).toHaveValue('ada@new.example');
  expect(secret()).toHaveValue('rain on the bridge');
});

test('what is sent is sent once, and not again when it has arrived', async () => {
  let arrive = (): void => undefined;
  const send = jest.fn<Promise<void>, Parameters<Send>>(
    () =>
      new Promise((resolve) => {
        arrive = resolve;
      }),
  );
  const { user } = renderScreen(<Trial send={send} />);
  await user.type(email(), 'a');
  await user.type(secret(), 'b{Enter}');
  expect(go()).toHaveTextContent('One moment…');
  expect(go()).toBeEnabled();
  await user.dblClick(go());
  await act(async () => arrive());
  await user.click(go());
  expect(send.mock.calls).toEqual([[{ email: 'a', secret: 'b' }]]);
});

test('a refusal stands beside the field it is about, any other above the buttons, and what was typed stays', async () => {
  const failures = [
    new ApiFailure({ status: 403, code: 'password_wrong', message: '' }),
    new ApiFailure({ status: 0, code: 'network', message: '' }),
  ];
  const { user } = renderScreen(
    <Trial send={() => Promise.reject(failures.shift() ?? new Error('asked too often'))} />,
  );
  await user.type(email(), 'a');
  await user.type(secret(), 'b{Enter}');
  await waitFor(() => expect(secret()).toHaveAccessibleDescription('The password isn’t correct.'));
  expect(secret()).toHaveFocus();
  expect(said()).not.toContain('kept');
  await user.type(secret(), 'c{Enter}');
  await waitFor(() =>
    expect(said()).toContain(
      'The server can’t be reached. Check your connection and try again. What you entered is kept.',
    ),
  );
  expect([email(), secret()].map((it) => (it as HTMLInputElement).value)).toEqual(['a', 'bc']);
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await user.click(go());
  await waitFor(() => expect(said()).toContain('You’re offline.'));
});

test('a password can be looked at, by a button whose name is what it shows', async () => {
  const { user } = renderScreen(<Trial send={async () => undefined} />);
  expect(secret()).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show Secret' }));
  expect(secret()).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide Secret' }));
  expect(secret()).toHaveAttribute('type', 'password');
});

test('the ways out send nothing', async () => {
  const [send, cancelled] = [jest.fn(async () => undefined), jest.fn()];
  const { user, location } = renderScreen(<Trial send={send} onCancel={cancelled} />);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(cancelled).toHaveBeenCalledTimes(1);
  await user.click(screen.getByRole('link', { name: 'Back' }));
  expect(location()).toBe('/before');
  expect(send).not.toHaveBeenCalled();
});

test('seconds are counted down to nothing', () => {
  jest.useFakeTimers({ now: 0 });
  const Seconds = () => <p>{useSecondsUntil(1500)}</p>;
  renderScreen(<Seconds />);
  const shown = [0, 1000, 1000].map((passed) => {
    act(() => jest.advanceTimersByTime(passed));
    return screen.getByRole('paragraph').textContent;
  });
  expect(shown).toEqual(['2', '1', '0']);
});

test('the surface is these names', () => {
  expect(Object.keys(fields).sort()).toEqual([
    'Actions',
    'Field',
    'FormEnd',
    'PasswordField',
    'SubmitFailure',
    'TextField',
    'noFaults',
    'useForm',
    'usePress',
    'useSecondsUntil',
    'useSending',
  ]);
});
