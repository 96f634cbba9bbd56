import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { ExtractionFailure, type Section, createTextBudget } from './document.ts';
import { leftOut } from './flow.ts';
import { sectionsOfHtml } from './read-html.ts';

/** The maximal nesting of parts, of forwarded messages, and the maximal number of these in one file. */
const partsAtMost = 50;
const forwardsAtMost = 5;
const messagesAtMost = 50;
/** How much longer the page may be than the plain text before this is taken for a stub, as “see the HTML version”. */
const stubBelow = 0.5;

/**
 * Reads an e-mail (RFC 5322, RFC 2045): what its head says to people, and its text. Forwarded messages are read behind
 * it; other attachments are named and not read.
 */
export async function readEml(bytes: Uint8Array): Promise<Section[]> {
  return new EmlReader().read(bytes, 0);
}

class EmlReader {
  readonly #budget = createTextBudget();
  #messages = 0;

  async read(bytes: Uint8Array, depth: number): Promise<Section[]> {
    this.#messages += 1;
    const email = await parse(bytes);
    const heading = this.#budget(oneLine(email.subject ?? ''));
    const head = this.#budget(headOf(email));
    const body = bodyOf(email).map((section) => this.#under(heading, section));
    const names: string[] = [];
    const forwarded: Section[] = [];
    for (const attachment of email.attachments) {
      // Another one is read behind it, and all within one budget.
      if (this.#isForward(attachment, depth)) forwarded.push(...(await this.read(contentOf(attachment), depth + 1)));
      else names.push(nameOf(attachment));
    }
    const named = this.#budget(names.join('\n'));
    return [
      { heading, page: null, content: head },
      ...body,
      ...(named === '' ? [] : [{ heading, page: null, content: named }]),
      ...forwarded,
    ];
  }

  #under(heading: string, section: Section): Section {
    if ('content' in section) this.#budget(section.content);
    return section.heading === '' ? { ...section, heading } : section;
  }

  #isForward({ mimeType }: Attachment, depth: number): boolean {
    return mimeType === 'message/rfc822' && depth < forwardsAtMost && this.#messages < messagesAtMost;
  }
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    const email = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: partsAtMost });
    if (email.from !== undefined || email.to !== undefined || email.subject !== undefined) return email;
  } catch (error) {
    const isTooMuch = error instanceof Error && /exceeded/.test(error.message);
    throw new ExtractionFailure(isTooMuch ? 'file_too_complex' : 'file_unreadable', 'It cannot be parsed.', error);
  }
  throw new ExtractionFailure('file_unreadable', 'It has neither sender nor recipient nor subject.');
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Returns what people read at the top of a message; the date is that of the sender's clock. */
function headOf({ from, to, cc, bcc, replyTo, subject, headers }: Email): string {
  const date = headers.find(({ key }) => key === 'date')?.value;
  return [
    ['From', from === undefined ? '' : writtenAddress(from)],
    ['To', listed(to)],
    ['Cc', listed(cc)],
    ['Bcc', listed(bcc)],
    ['Reply-To', listed(replyTo)],
    ['Date', date ?? ''],
    ['Subject', subject ?? ''],
  ]
    .map(([name = '', value = '']) => [name, oneLine(value)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

const listed = (addresses: readonly Address[] | undefined) => (addresses ?? []).map(writtenAddress).join(', ');

function writtenAddress({ name, address, group }: Address): string {
  if (group !== undefined) return `${name}: ${group.map(writtenAddress).join(', ')}`;
  return name === '' || name === address ? address : `${name} <${address}>`;
}

/** Returns the plain text, or the page if there is no other or only a stub of it. */
function bodyOf({ text = '', html = '' }: Email): Section[] {
  const page = html.trim() === '' ? [] : sectionsOfHtml(html);
  const pageLength = page.reduce((sum, section) => sum + ('content' in section ? section.content.length : 0), 0);
  const isStub = text.trim().length < pageLength * stubBelow;
  if (isStub) return page;
  return text.trim() === '' ? [] : [{ heading: '', page: null, content: text.replace(/\r\n?/g, '\n').trim() }];
}

const nameOf = ({ filename, mimeType, related }: Attachment): string =>
  leftOut(related === true && mimeType.startsWith('image/') ? 'picture' : 'attachment', filename ?? mimeType);

const contentOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
