import { changeLanguage, type Language } from '@parlance/shared/i18n';
import { renderScreen } from '@parlance/shared/testing';
import { Select } from '@parlance/shared/ui/form';
import { act, screen } from '@testing-library/react';
import { ThemeProvider } from './theme-provider.tsx';

/** An empty list of antd's, which shows antd's own words: in a drawing's title, and below it. */
const emptyList = (
  <ThemeProvider>
    <Select open options={[]} aria-label="empty" />
  </ThemeProvider>
);
const says = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);

test.each<[Language, string]>([
  ['en', 'No data'],
  ['zh-TW', '暫無資料'],
  ['th-TH', 'ไม่มีข้อมูล'],
  ['es-ES', 'No hay datos'],
  ['fr-FR', 'Aucune donnée'],
  ['pt-PT', 'Sem dados'],
  ['de-DE', 'Keine Daten'],
  ['it-IT', 'Nessun dato'],
  ['nl-NL', 'Geen gegevens'],
])('antd speaks %s', async (language, text) => {
  renderScreen(emptyList, { language });
  await says(text);
});

test('antd changes its language with the page, at once and back', async () => {
  renderScreen(emptyList);
  await says('No data');
  await act(() => changeLanguage('zh-TW'));
  await says('暫無資料');
  expect(screen.queryByText('No data')).not.toBeInTheDocument();
  await act(() => changeLanguage('en'));
  await says('No data');
});
