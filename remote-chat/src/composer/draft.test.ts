import { ApiFailure } from '@parlance/shared/http';
import { exampleAttachment } from '../examples/examples.ts';
import { fileOf } from '../attachments/chosen-file.ts';
import type { ChosenFile } from '../attachments/chosen-file.ts';
import { changeDraft, draftFrom, emptyDraft, keptOf, warnedOf } from './draft.ts';
import type { Draft, DraftChange } from './draft.ts';

const [one, two] = [fileOf(exampleAttachment(1, 'one.pdf')), fileOf(exampleAttachment(2, 'two.pdf'))];
const picture: ChosenFile = { ...one, name: 'one.png', isImage: true };
const key = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const submit = (number: number, given: Partial<Extract<DraftChange, { type: 'submitted' }>> = {}): DraftChange => ({
  type: 'submitted',
  to: 'a dialogue',
  seesImages: null,
  key: key(number),
  acceptsWarning: false,
  ...given,
});
const after = (draft: Partial<Draft>, ...changes: readonly DraftChange[]): Draft =>
  changes.reduce(changeDraft, { ...emptyDraft, ...draft });
const warning = new ApiFailure({
  status: 409,
  code: 'prompt_warned',
  message: '',
  issues: [{ path: 'message', message: 'Careful.' }],
});
const said = ({ text, files }: Draft) => ({ text, files: files.map(({ name }) => name) });

describe('what is sent', () => {
  it('goes with its files, and what was typed and added meanwhile stays', () => {
    const under = after({ text: ' First ', files: [one] }, submit(1));
    expect(under).toMatchObject({
      text: '',
      files: [],
      sending: { attempt: { key: key(1), text: 'First', attachmentIds: [one.id] } },
    });
    const written = after(under, { type: 'typed', text: 'Second' }, { type: 'chosen', files: [two] });
    expect(said(after(written, { type: 'arrived', key: key(1) }))).toEqual({ text: 'Second', files: ['two.pdf'] });
  });

  it('is in front of what was typed and added meanwhile where it does not arrive, and keeps its key as long as it is the same', () => {
    const failed = after(
      { text: 'First', files: [one] },
      submit(1),
      { type: 'typed', text: 'Second' },
      { type: 'chosen', files: [two] },
      { type: 'not-sent', key: key(1), failure: 'lost' },
    );
    expect(said(failed)).toEqual({ text: 'First\n\nSecond', files: ['one.pdf', 'two.pdf'] });
    expect(after(failed, submit(2)).sending?.attempt.key).toBe(key(2));
    const alone = after(failed, { type: 'typed', text: 'First' }, { type: 'removed', key: two.key });
    expect(after(alone, submit(2)).sending?.attempt.key).toBe(key(1));
    expect(after(alone, submit(2, { to: 'another' })).sending?.attempt.key).toBe(key(2));
  });

  it('is not another attempt’s business', () => {
    const under = after({ text: 'First' }, submit(1));
    expect(after(under, { type: 'arrived', key: key(9) })).toEqual(under);
    expect(after(under, { type: 'not-sent', key: key(9), failure: 'lost' })).toEqual(under);
  });

  it('may be a text in the place of what is typed, which stays', () => {
    expect(after({ text: 'Half a thou' }, submit(1, { instead: 'A starter' }))).toMatchObject({
      text: 'Half a thou',
      sending: { attempt: { text: 'A starter' } },
    });
  });

  it.each<[string, Partial<Draft>, boolean]>([
    ['a file that is restored', { files: [{ ...one, state: 'restoring' }] }, true],
    ['a file that is sent', { files: [{ ...one, state: 'uploading' }] }, true],
    ['a file that is read', { files: [{ ...one, state: 'reading' }] }, true],
    [
      'the message before',
      {
        sending: {
          attempt: { to: '', text: 'First', attachmentIds: [], key: key(9), acceptsWarning: false },
          files: [],
        },
      },
      true,
    ],
    ['nothing, where a file has failed', { files: [{ ...one, state: 'failed' }] }, false],
    ['nothing, where a file is gone', { files: [{ ...one, state: 'gone' }] }, false],
    ['nothing, where a file was refused', { files: [{ ...one, state: 'refused' }] }, false],
    [
      'nothing, where there are too many files',
      { files: Array.from({ length: 11 }, (_, at) => ({ ...one, key: String(at) })) },
      false,
    ],
    ['nothing, where nothing is typed', { text: ' ' }, false],
  ])('waits for %s', (_, draft, isWanted) => {
    const before = { ...emptyDraft, text: 'First', ...draft };
    expect(changeDraft(before, submit(1))).toEqual({ ...before, isWanted });
    expect(changeDraft({ ...before, isWanted: true }, submit(1))).toEqual({ ...before, isWanted });
  });

  it('may have a picture unless it is known that the model sees none', () => {
    const draft = { text: 'First', files: [picture] };
    expect(after(draft, submit(1, { seesImages: null })).sending).not.toBeNull();
    expect(after(draft, submit(1, { seesImages: true })).sending).not.toBeNull();
    expect(after(draft, submit(1, { seesImages: false })).sending).toBeNull();
  });
});

describe('a warning', () => {
  const warned = after({ text: 'Falcon?', files: [one] }, submit(1), {
    type: 'not-sent',
    key: key(1),
    failure: warning,
  });
  const again = submit(2, { acceptsWarning: true });

  it('is accepted for what was warned of', () => {
    expect(warnedOf(warned, 'a dialogue')).not.toBeNull();
    expect(after(warned, again).sending?.attempt).toMatchObject({
      key: key(1),
      acceptsWarning: true,
      attachmentIds: [one.id],
    });
  });

  it.each<[string, DraftChange]>([
    ['another text', { type: 'typed', text: 'Heron?' }],
    ['a file less', { type: 'removed', key: one.key }],
    ['a file more', { type: 'chosen', files: [two] }],
  ])('is not accepted for %s, which is judged anew', (_, change) => {
    const changed = after(warned, change);
    expect(warnedOf(changed, 'a dialogue')).toBeNull();
    const { sending } = after(changed, again);
    expect(sending?.attempt).toMatchObject({
      key: key(2),
      acceptsWarning: false,
      text: changed.text,
      attachmentIds: changed.files.map(({ id }) => id),
    });
  });

  it('that was accepted stays so where the attempt is lost', () => {
    const lost = after(warned, again, { type: 'not-sent', key: key(1), failure: 'lost' });
    expect(after(lost, submit(3)).sending?.attempt).toMatchObject({ key: key(1), acceptsWarning: true });
  });

  it('that was no warning is accepted by nobody', () => {
    const lost = after({ text: 'Falcon?' }, submit(1), { type: 'not-sent', key: key(1), failure: 'lost' });
    expect(after(lost, again).sending?.attempt.acceptsWarning).toBe(false);
  });
});

describe('what comes from elsewhere', () => {
  it.each([
    ['nothing', '', '', 'Dear Ann,'],
    ['what is typed', 'Half a thou', '', 'Dear Ann,\n\nHalf a thou'],
    ['the “/” with which it was asked for', '/let', '/let', 'Dear Ann,'],
    ['what was typed behind that meanwhile', '/let and more', '/let', 'Dear Ann,\n\nand more'],
    ['what was typed instead of that meanwhile', 'Half a thou', '/let', 'Dear Ann,\n\nHalf a thou'],
  ])('stands in front of %s', (_, text, insteadOf, now) => {
    expect(after({ text }, { type: 'put-in-front', text: 'Dear Ann,', insteadOf }).text).toBe(now);
  });

  it('brings its files, each once', () => {
    expect(
      said(after({ text: 'Thanks.', files: [two] }, { type: 'put-in-front', text: 'And 2027?', files: [one, two] })),
    ).toEqual({ text: 'And 2027?\n\nThanks.', files: ['one.pdf', 'two.pdf'] });
  });
});

describe('a draft that is kept', () => {
  const reloaded = (draft: Draft) => draftFrom(JSON.stringify(keptOf(draft)));
  const found = (...ids: readonly (readonly [ChosenFile, boolean])[]): DraftChange => ({
    type: 'looked-up',
    asked: [one.key, two.key],
    found: ids.map(([{ key: id, name }, isSent]) => ({ ...exampleAttachment(1, name), id, is_sent: isSent })),
  });

  it('is nothing where nothing is typed or attached', () => {
    expect(keptOf(emptyDraft)).toBeNull();
    expect(keptOf(after({ files: [{ ...one, id: null, state: 'uploading' }] }))).toBeNull();
    expect(draftFrom(null)).toBe(emptyDraft);
  });

  it('is what the release before kept', () => {
    expect(draftFrom('Half a thou').text).toBe('Half a thou');
    expect(draftFrom('{"text":1}').text).toBe('{"text":1}');
  });

  it('has files that are looked up: what is there is ready, what was sent is no part of it, and what is gone says so', () => {
    const draft = reloaded(after({ text: 'First', files: [one, two] }));
    expect(draft).toMatchObject({
      text: 'First',
      files: [
        { name: 'one.pdf', state: 'restoring' },
        { name: 'two.pdf', state: 'restoring' },
      ],
    });
    expect(after(draft, found([one, false], [two, false])).files.map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect(said(after(draft, found([one, false], [two, true])))).toEqual({ text: 'First', files: ['one.pdf'] });
    const gone = after(draft, found([two, false]));
    expect(gone.files.map(({ state }) => state)).toEqual(['gone', 'ready']);
    expect(reloaded(gone).files.map(({ name }) => name)).toEqual(['two.pdf']);
  });

  it('keeps a file whose look-up failed', () => {
    const failed = after(reloaded(after({ files: [one] })), {
      type: 'failed',
      key: one.key,
      problem: 'shared:errors.network',
      mayBeTriedAgain: true,
    });
    expect(failed.files).toMatchObject([{ state: 'failed' }]);
    expect(reloaded(failed).files).toMatchObject([{ id: one.id, state: 'restoring' }]);
    expect(after(failed, { type: 'again', key: one.key }).files).toMatchObject([{ state: 'restoring', problem: null }]);
  });

  it('has what was on its way, which is sent again as the same attempt', () => {
    const draft = reloaded(
      after(
        { text: 'First', files: [one] },
        submit(1),
        { type: 'typed', text: 'Second' },
        { type: 'chosen', files: [two] },
      ),
    );
    expect(said(draft)).toEqual({ text: 'First\n\nSecond', files: ['one.pdf', 'two.pdf'] });
    const alone = after(
      draft,
      { type: 'typed', text: 'First' },
      { type: 'removed', key: two.key },
      found([one, false]),
    );
    expect(after(alone, submit(2)).sending?.attempt.key).toBe(key(1));
  });

  it('has no more of what was on its way where its files say that it has arrived', () => {
    const sent = found([one, true], [two, false]);
    expect(
      said(
        after(
          reloaded(
            after(
              { text: 'First', files: [one] },
              submit(1),
              { type: 'typed', text: 'Second' },
              { type: 'chosen', files: [two] },
            ),
          ),
          sent,
        ),
      ),
    ).toEqual({ text: 'Second', files: ['two.pdf'] });
    expect(after(reloaded(after({ text: 'First', files: [one] }, submit(1))), sent)).toMatchObject({
      text: '',
      files: [],
      failed: null,
    });
  });
});
