import { onScreenName, useScreenName, type ScreenName } from '@parlance/shared/remote/screen-name';
import { Link } from '@parlance/shared/router';
import { renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import { useState } from 'react';

function Named() {
  const [name, setName] = useState('One');
  useScreenName(name);
  return (
    <>
      <button type="button" onClick={() => setName('Two')}>
        Rename
      </button>
      <Link to="/bots/8">Another</Link>
    </>
  );
}

test('the name of a screen is told with its path, again when it changes, and taken back when the screen is gone', async () => {
  const heard: ScreenName[] = [];
  const stop = onScreenName((named) => heard.push(named));
  const { user, unmount } = renderScreen(<Named />, { path: '/bots/7' });
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await user.click(screen.getByRole('link', { name: 'Another' }));
  unmount();
  stop();
  expect(heard).toEqual([
    { path: '/bots/7', name: 'One' },
    { path: '/bots/7', name: 'Two' },
    { path: '/bots/7', name: null },
    { path: '/bots/8', name: 'Two' },
    { path: '/bots/8', name: null },
  ]);
});

test('what another release tells that is no name is not heard', () => {
  const heard: ScreenName[] = [];
  const stop = onScreenName((named) => heard.push(named));
  for (const detail of [{ path: '/', name: 7 }, { name: 'One' }, { path: '/', name: 'One' }])
    window.dispatchEvent(new CustomEvent('parlance:screen-name', { detail }));
  stop();
  expect(heard).toEqual([{ path: '/', name: 'One' }]);
});
