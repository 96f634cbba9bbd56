import { Component, Suspense, useState, type ReactNode } from 'react';
import { renderScreen } from '@parlance/shared/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import { lazyPart } from './lazy-part.tsx';
import { onNotice } from './toasts.ts';

/** Makes a part whose chunk can be present or missing, and counts its requests. */
function part<Props extends object>(draw: (props: Props) => ReactNode) {
  const state = { isThere: false, asked: 0 };
  const Part = lazyPart<Props>(async () => {
    state.asked += 1;
    await Promise.resolve();
    if (!state.isThere) throw new Error('The network is gone.');
    return { default: draw };
  });
  return { state, Part };
}
const drawn = (name: string) => screen.findByText(name);

let reported: jest.SpyInstance;
beforeEach(() => {
  // React logs the errors that a boundary catches.
  reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => reported.mockRestore());

test('what could not be fetched says so in its place, takes nothing else down, and comes when it is asked for again', async () => {
  const { state, Part } = part(() => <p>Figures</p>);
  const { user } = renderScreen(
    <main>
      <p>Somebody’s work</p>
      <Suspense fallback={<p>Waiting</p>}>
        <Part />
      </Suspense>
    </main>,
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong. Try again.');
  expect(screen.getByText('Somebody’s work')).toBeVisible();
  expect(state.asked).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(state.asked).toBe(2);
  state.isThere = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await drawn('Figures')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('it comes by itself when the network is back, and wherever it was lost as soon as it has come in one place', async () => {
  const { state, Part } = part(({ name }: { readonly name: string }) => <p>{name}</p>);
  const { rerender } = render(
    <Suspense>
      <Part name="One" />
      <Part name="Two" />
    </Suspense>,
  );
  expect(await screen.findAllByRole('alert')).toHaveLength(2);
  state.isThere = true;
  act(() => void window.dispatchEvent(new Event('online')));
  expect(await drawn('One')).toBeVisible();
  expect(await drawn('Two')).toBeVisible();
  rerender(
    <Suspense>
      <Part name="One" />
      <Part name="Two" />
      <Part name="Three" />
    </Suspense>,
  );
  expect(screen.getByText('Three')).toBeVisible();
  expect(state.asked).toBe(2);
});

test('it comes by itself too where the network is back before the request has failed', async () => {
  const lose: (() => void)[] = [];
  const Part = lazyPart(
    () => new Promise<never>((_, reject) => lose.push(() => reject(new Error('The network is gone.')))),
  );
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );
  await waitFor(() => expect(lose).toHaveLength(1));
  act(() => void window.dispatchEvent(new Event('online')));
  await act(async () => lose[0]?.());
  await waitFor(() => expect(lose).toHaveLength(2));
  await act(async () => lose[1]?.());
  // Once for each time that the network is back.
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(lose).toHaveLength(2);
});

test('a lost one heals when it is drawn anew elsewhere', async () => {
  const { state, Part } = part(({ name }: { readonly name: string }) => <p>{name}</p>);
  const { rerender } = render(
    <Suspense>
      <Part name="One" />
    </Suspense>,
  );
  await screen.findByRole('alert');
  state.isThere = true;
  rerender(
    <>
      <Suspense>
        <Part name="One" />
      </Suspense>
      <Suspense>
        <Part name="Two" />
      </Suspense>
    </>,
  );
  expect(await drawn('Two')).toBeVisible();
  expect(await drawn('One')).toBeVisible();
});

test('a dialog that could not be fetched closes with a notice, and opens with the next click', async () => {
  const { state, Part: Dialog } = part(({ close }: { readonly close: () => void }) => (
    <div role="dialog">
      <button onClick={close}>Close</button>
    </div>
  ));
  const notices: string[] = [];
  const stop = onNotice(({ message, tone }) => notices.push(`${tone}: ${message}`));
  function Opener() {
    const [isOpen, open] = useState(false);
    return (
      <>
        <button onClick={() => open(true)}>Share</button>
        {isOpen && (
          <Suspense>
            <Dialog close={() => open(false)} />
          </Suspense>
        )}
      </>
    );
  }
  const { user } = renderScreen(<Opener />);
  await user.click(screen.getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(notices).toEqual(['bad: Something went wrong. Try again.']));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  state.isThere = true;
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(notices).toHaveLength(1);
  stop();
});

test('what goes wrong in a part that is there is not taken for a lost one', async () => {
  const { state, Part } = part((): ReactNode => {
    throw new Error('A defect.');
  });
  state.isThere = true;
  class Outer extends Component<{ readonly children: ReactNode }, { readonly message: string }> {
    override state = { message: '' };
    static getDerivedStateFromError(error: Error) {
      return { message: error.message };
    }
    override render() {
      return this.state.message === '' ? this.props.children : <p>{this.state.message}</p>;
    }
  }
  render(
    <Outer>
      <Suspense>
        <Part />
      </Suspense>
    </Outer>,
  );
  expect(await drawn('A defect.')).toBeVisible();
});

test('fetched before it is wanted, it is there at once; where that failed, it is fetched when it is wanted', async () => {
  const { state, Part } = part(() => <p>Figures</p>);
  await act(async () => Part.preload());
  expect(state.asked).toBe(1);
  state.isThere = true;
  render(
    <Suspense>
      <Part />
    </Suspense>,
  );
  expect(await drawn('Figures')).toBeVisible();

  const { Part: Early, state: early } = part(() => <p>Early</p>);
  early.isThere = true;
  await act(async () => Early.preload());
  render(
    <Suspense fallback={<p>Waiting</p>}>
      <Early />
    </Suspense>,
  );
  expect(screen.getByText('Early')).toBeVisible();
});
