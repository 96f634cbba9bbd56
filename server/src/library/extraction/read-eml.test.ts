import { ExtractionFailure } from './document.ts';
import { readEml } from './read-eml.ts';

const textIn = async (source: string | Uint8Array) => {
  const sections = await readEml(Buffer.from(source));
  return sections.map((section) => ('content' in section ? `# ${section.heading}\n${section.content}` : '')).join('\n');
};
const codeOf = async (source: string) => {
  try {
    await readEml(Buffer.from(source));
  } catch (error) {
    if (error instanceof ExtractionFailure) return error.code;
    throw error;
  }
  return 'read';
};

test('the first example of RFC 5322, appendix A.1.1', async () => {
  const message = `From: John Doe <jdoe@machine.example>
To: Mary Smith <mary@example.net>
Subject: Saying Hello
Date: Fri, 21 Nov 1997 09:55:06 -0600
Message-ID: <1234@local.machine.example>

This is a message just to say hello.
So, "Hello".
`;
  expect(await textIn(message)).toBe(`# Saying Hello
From: John Doe <jdoe@machine.example>
To: Mary Smith <mary@example.net>
Date: Fri, 21 Nov 1997 09:55:06 -0600
Subject: Saying Hello
# Saying Hello
This is a message just to say hello.
So, "Hello".`);
});

test('a group of addresses, appendix A.1.3', async () => {
  const message = `From: Pete <pete@silly.example>
To: A Group:Ed Jones <c@a.test>,joe@where.test,John <jdoe@one.test>;
Cc: Undisclosed recipients:;
Date: Thu, 13 Feb 1969 23:32:54 -0330

Testing.
`;
  expect(await textIn(message)).toContain('To: A Group: Ed Jones <c@a.test>, joe@where.test, John <jdoe@one.test>');
});

test('encoded words of RFC 2047, 8', async () => {
  const message = `From: =?US-ASCII?Q?Keith_Moore?= <moore@cs.utk.edu>
To: =?ISO-8859-1?Q?Keld_J=F8rn_Simonsen?= <keld@dkuug.dk>
CC: =?ISO-8859-1?Q?Andr=E9?= Pirard <PIRARD@vm1.ulg.ac.be>
Subject: =?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=
 =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=

text`;
  const text = await textIn(message);
  for (const line of [
    'From: Keith Moore <moore@cs.utk.edu>',
    'To: Keld Jørn Simonsen <keld@dkuug.dk>',
    'Cc: André Pirard <PIRARD@vm1.ulg.ac.be>',
    'Subject: If you can read this you understand the example.',
  ])
    expect(text).toContain(line);
});

test('parts of RFC 2046, 5.1.1, without what stands before and behind them', async () => {
  const message = `From: Nathaniel Borenstein <nsb@bellcore.com>
Date: Sun, 21 Mar 1993 23:56:48 -0800 (PST)
Subject: Sample message
MIME-Version: 1.0
Content-type: multipart/mixed; boundary="simple boundary"

This is the preamble.  It is to be ignored.

--simple boundary

This is implicitly typed plain US-ASCII text.
It does NOT end with a linebreak.
--simple boundary
Content-type: text/plain; charset=us-ascii

This is explicitly typed plain US-ASCII text.

--simple boundary--

This is the epilogue.  It is also to be ignored.
`;
  const text = await textIn(message);
  expect(text).toContain('This is implicitly typed plain US-ASCII text.');
  expect(text).toContain('This is explicitly typed plain US-ASCII text.');
  expect(text).not.toContain('ignored');
});

test('a stub of plain text yields to the page, plain text that says as much does not', async () => {
  const both = (plain: string) => `Subject: x
Content-Type: multipart/alternative; boundary=b

--b

${plain}
--b
Content-Type: text/html

<h2>Offer</h2><p>${'All of what we have to offer this week. '.repeat(5)}</p>
--b--
`;
  expect(await textIn(both('See the HTML version.'))).toContain('# Offer\nAll of what');
  expect(await textIn(both('All of what we have to offer this week, in words. '.repeat(4)))).toContain('in words.');
});

test('forwarded messages are read up to a depth, and named below it', async () => {
  const nested = Array.from({ length: 8 }, (_, at) => `Subject: level ${at}\nContent-Type: message/rfc822\n\n`);
  const text = await textIn(`${nested.join('')}Subject: innermost\n\nwords`);
  expect(text).toContain('# level 5');
  expect(text).not.toContain('# level 6');
  expect(text).toContain('[attachment: message/rfc822]');
});

test('of many forwarded messages fifty are read, and the others named', async () => {
  const parts = Array.from(
    { length: 60 },
    (_, at) => `--b\nContent-Type: message/rfc822\n\nSubject: no ${at}\n\nwords\n`,
  );
  const text = await textIn(`Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n${parts.join('')}--b--\n`);
  expect(text.match(/^Subject: no/gm)).toHaveLength(49);
  expect(text.split('[attachment: message/rfc822]')).toHaveLength(12);
});

test('a name of an attachment says no more than a name', async () => {
  const text = await textIn(`Subject: x
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''%C3%9Cbersicht%0A%5B%5D.pdf
Content-Transfer-Encoding: base64

JVBERi0=
--b--
`);
  expect(text.split('\n').filter((line) => line.includes('bersicht'))).toEqual(['[attachment: Übersicht [].pdf]']);
});

test('what is no message, and what was made to break a parser', async () => {
  expect(await codeOf('just words')).toBe('file_unreadable');
  expect(await codeOf('X-Other: y\n\nwords')).toBe('file_unreadable');
  const parts = Array.from({ length: 60 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`);
  expect(await codeOf(`Subject: x\n${parts.join('')}`)).toBe('file_too_complex');
  expect(await codeOf(`Subject: ${'x'.repeat(3_000_000)}\n\ny`)).toBe('file_too_complex');
  expect(await codeOf(`Subject: x\n\n${'y '.repeat(3_000_000)}`)).toBe('file_too_complex');
});
