import { ConfigError } from '../../platform/config/config.ts';
import { openRecognition } from './open-recognition.ts';

const settings = {
  TEXT_RECOGNITION_LANGUAGES: undefined,
  TEXT_RECOGNITION_DATA: undefined,
  TEXT_RECOGNITION_PAGES: 200,
};

test('text is not recognised where the operator has set no language', () => {
  expect(openRecognition(settings)).toBeNull();
});

test('the languages of the product have their data', async () => {
  const languages = ['eng', 'chi_tra', 'tha', 'spa', 'fra', 'por', 'deu', 'ita', 'nld'];
  const recognition = openRecognition({ ...settings, TEXT_RECOGNITION_LANGUAGES: languages });
  expect(recognition).toMatchObject({ languages, pagesAtMost: 200 });
  await recognition?.recognizer.close();
});

test('a language without data ends the start with a sentence that names it and where it was looked for', () => {
  const wrong = {
    ...settings,
    TEXT_RECOGNITION_LANGUAGES: ['eng', 'xyz'],
    TEXT_RECOGNITION_DATA: '/data/of/languages',
  };
  expect(() => openRecognition(wrong)).toThrow(ConfigError);
  expect(() => openRecognition(wrong)).toThrow(
    /^The setting TEXT_RECOGNITION_LANGUAGES names “xyz”, of which there is no data: neither \/data\/of\/languages\/xyz\.traineddata nor .* nor the package @tesseract\.js-data\/xyz\.$/,
  );
});
