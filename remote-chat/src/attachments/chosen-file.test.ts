import { acceptedEndings, refusalOf } from './chosen-file.ts';

const refusal = (name: string) => refusalOf({ name, size: 1 }, true);

it.each(['notes.txt', 'Server.PY', 'index.tsx', 'nginx.conf', '.env', 'table.tsv', 'photo.JPG'])('%s is sent', (name) =>
  expect(refusal(name)).toBeNull(),
);

it.each(['IMG_0001.HEIC', 'photo.heif', 'photo.hif'])('%s is refused with what to do about it', (name) =>
  expect(refusal(name)).toBe('shared:errors.heic_unsupported'),
);

it.each(['a.exe', 'a.zip', 'README'])('%s is refused', (name) => expect(refusal(name)).toBe('attachments.wrongKind'));

it('the file dialog offers what is taken', () => {
  const offered = acceptedEndings(true).split(',');
  expect(offered).toEqual(expect.arrayContaining(['.py', '.log', '.yaml', '.tsv', '.jpg']));
  expect(offered).not.toContain('.heic');
  expect(acceptedEndings(false).split(',')).not.toContain('.jpg');
});
