import { createMemoryRouter, Link, Navigate, Outlet, RouterProvider, useParams } from '@parlance/shared/router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { RouteFocus } from './route-focus.tsx';

/** Lets the late content in, on demand of the test. */
let letIn: () => void = () => undefined;

function Later() {
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    letIn = () => setThere(true);
  }, []);
  return isThere ? <h1>Later</h1> : <p>Loading</p>;
}

function Dialogue() {
  const { id } = useParams();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <>
      <h1>Dialogue {id}</h1>
      <textarea ref={field} aria-label="Message" />
    </>
  );
}

function List() {
  return (
    <>
      <h1>List</h1>
      <Link to="/list/7">Row 7</Link>
      <Outlet />
    </>
  );
}

function Steps() {
  const { step = 'one' } = useParams();
  return (
    <>
      <h1>Step {step}</h1>
      <Link to="/steps/two">Next</Link>
    </>
  );
}

const links = ['/', '/later', '/long', '/dialogue/1', '/list', '/steps', '/gone', '/?q=2', '#below'];

/** The frame that stays while the screens change, with a scrollable main part. */
function Frame() {
  return (
    <>
      <nav>
        {links.map((to) => (
          <Link key={to} to={to}>
            {to}
          </Link>
        ))}
      </nav>
      <main style={{ overflowY: 'auto' }}>
        <Outlet />
      </main>
    </>
  );
}

const placeAt = (path: string) => /^\/(list|steps)?[^/]*/.exec(path)?.[0] ?? path;

function show(at = '/', isTakenOver = false) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Frame />
            <RouteFocus
              placeAt={(path) => (path.startsWith('/dialogue') ? path : placeAt(path))}
              isTakenOver={isTakenOver}
            />
          </>
        ),
        children: [
          {
            path: '/',
            element: (
              <>
                <h1>Home</h1>
                <Link to="/dialogue/2">Ask</Link>
              </>
            ),
          },
          { path: '/long', element: <h1>Long</h1> },
          { path: '/later', element: <Later /> },
          { path: '/dialogue/:id', element: <Dialogue /> },
          { path: '/list', element: <List />, children: [{ path: ':id', element: <p>Detail</p> }] },
          { path: '/steps', element: <Steps /> },
          { path: '/steps/:step', element: <Steps /> },
          { path: '/gone', element: <Navigate to="/long" replace /> },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  const go = (name: string) => user.click(screen.getByRole('link', { name }));
  return { user, go, router };
}
const heading = (name: string) => screen.findByRole('heading', { name });
/** Waits longer than a screen takes to be painted and to move the focus. */
const afterPaint = () => act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20))));
const announced = () => document.querySelector('[aria-live]')?.textContent;

describe('the focus', () => {
  test('goes to the heading of the screen one navigates to', async () => {
    const { go } = show();
    await go('/long');
    await waitFor(async () => expect(await heading('Long')).toHaveFocus());
    expect(await heading('Long')).toHaveAttribute('tabindex', '-1');
    expect(announced()).toBe('');
  });

  test('waits for a screen that is loading', async () => {
    const { go } = show();
    await go('/later');
    expect(screen.getByRole('link', { name: '/later' })).toHaveFocus();
    act(letIn);
    await waitFor(async () => expect(await heading('Later')).toHaveFocus());
  });

  test('is not taken from somebody who moved it while the screen was loading; they are told what has come', async () => {
    const { go, user } = show();
    await go('/later');
    await user.tab();
    const where = document.activeElement;
    act(letIn);
    await waitFor(() => expect(announced()).toBe('Later'));
    expect(where).toHaveFocus();
  });

  test('stays in the field into which the screen put it, and the title is said instead', async () => {
    const { go } = show();
    await go('Ask');
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveFocus());
    await waitFor(() => expect(announced()).toBe('Dialogue 2'));
    expect(screen.getByRole('textbox')).toHaveFocus();
  });

  test('is left to the browser when the page is loaded', async () => {
    show('/long');
    await heading('Long');
    await afterPaint();
    expect(document.body).toHaveFocus();
  });

  test('… also where the address led to another one', async () => {
    show('/gone');
    await heading('Long');
    await afterPaint();
    expect(document.body).toHaveFocus();
  });

  test.each([
    ['/long', 'Long'],
    ['/gone', 'Long'],
  ])(
    'goes to the heading of the first screen where the page came without the browser loading it: %s',
    async (at, title) => {
      show(at, true);
      await waitFor(async () => expect(await heading(title)).toHaveFocus());
    },
  );

  test('… which may be long in coming', async () => {
    show('/later', true);
    act(letIn);
    await waitFor(async () => expect(await heading('Later')).toHaveFocus());
  });

  test('follows a navigation that leads to another address', async () => {
    const { go } = show();
    await go('/gone');
    await waitFor(async () => expect(await heading('Long')).toHaveFocus());
  });

  test.each(['/?q=2', '#below'])('stays when only the query or the hash changes: %s', async (to) => {
    const { go } = show();
    await go(to);
    await afterPaint();
    expect(screen.getByRole('link', { name: to })).toHaveFocus();
  });

  test('stays in a list whose detail opens beside it', async () => {
    const { go } = show('/list');
    await go('Row 7');
    await screen.findByText('Detail');
    await afterPaint();
    expect(screen.getByRole('link', { name: 'Row 7' })).toHaveFocus();
  });

  test('goes to the heading of the next step of one screen', async () => {
    const { go } = show('/steps');
    await go('Next');
    await waitFor(async () => expect(await heading('Step two')).toHaveFocus());
  });
});

describe('the scroll position', () => {
  const main = () => screen.getByRole('main');

  test('of a new screen is its top, and Back leads to where one was', async () => {
    const { go, router } = show();
    main().scrollTop = 300;
    await go('/long');
    expect(main().scrollTop).toBe(0);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(main().scrollTop).toBe(300));
    await act(() => router.navigate(1));
    await waitFor(() => expect(main().scrollTop).toBe(0));
  });

  test('stays where a detail opens beside its list', async () => {
    const { go } = show('/list');
    main().scrollTop = 300;
    await go('Row 7');
    await screen.findByText('Detail');
    expect(main().scrollTop).toBe(300);
  });

  /** Gives the main part content of the length that the test sets. */
  function limitTo(height: () => number): void {
    let top = 0;
    Object.defineProperty(main(), 'scrollTop', {
      configurable: true,
      get: () => top,
      set: (wanted: number) => (top = Math.min(wanted, height())),
    });
  }

  test('is reached as soon as the content is long enough again', async () => {
    let height = 1000;
    const { go, router } = show();
    limitTo(() => height);
    main().scrollTop = 300;
    await go('/long');
    height = 100;
    await act(() => router.navigate(-1));
    expect(main().scrollTop).toBe(100);
    height = 1000;
    main().append(document.createElement('p'));
    await waitFor(() => expect(main().scrollTop).toBe(300));
  });

  test('is not changed any more once the person scrolls', async () => {
    let height = 1000;
    const { go, router, user } = show();
    limitTo(() => height);
    main().scrollTop = 300;
    await go('/long');
    height = 100;
    await act(() => router.navigate(-1));
    await user.keyboard('{PageUp}');
    main().scrollTop = 20;
    height = 1000;
    main().append(document.createElement('p'));
    await afterPaint();
    expect(main().scrollTop).toBe(20);
  });
});
