import { useHiddenColumns } from '@parlance/shared/list-menu/hidden-columns';
import { renderScreen } from '@parlance/shared/testing';
import { screen } from '@testing-library/react';
import { useHiding } from './use-hiding.ts';

function List() {
  const hide = useHiding('people');
  return (
    <button type="button" onClick={() => hide(['team', 'role'])}>
      {useHiddenColumns('people').join(' ') || 'all shown'}
    </button>
  );
}

afterEach(() => {
  jest.restoreAllMocks();
  localStorage.clear();
});

test('what a person hides stays hidden when they come back', async () => {
  const { user, unmount } = renderScreen(<List />);
  await user.click(screen.getByRole('button', { name: 'all shown' }));
  unmount();
  renderScreen(<List />);
  expect(screen.getByRole('button', { name: 'team role' })).toBeVisible();
});

test('where the browser denies its storage the list stands all the same, and the address says what is hidden', async () => {
  const { user } = renderScreen(<List />);
  jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await user.click(screen.getByRole('button', { name: 'all shown' }));
  expect(screen.getByRole('button', { name: 'team role' })).toBeVisible();
});
