import { fireEvent, screen } from '@testing-library/react';
import { renderScreen } from '../testing/render-screen.tsx';
import { SearchField } from './search-field.tsx';

test('Enter searches at once and does not send the form around it; one that ends a composition does neither', async () => {
  const [searched, sent] = [jest.fn(), jest.fn((event: { preventDefault: () => void }) => event.preventDefault())];
  const { user } = renderScreen(
    <form onSubmit={sent}>
      <SearchField label="Search" hint="Name" value="" maxLength={20} onSearch={searched} />
    </form>,
  );
  const field = screen.getByRole('searchbox', { name: 'Search' });
  fireEvent.change(field, { target: { value: 'Mia' } });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(searched).not.toHaveBeenCalled();
  field.focus();
  await user.keyboard('{Enter}');
  expect(searched.mock.calls).toEqual([['Mia']]);
  expect(sent).not.toHaveBeenCalled();
});
