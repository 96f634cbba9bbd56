import { escapeHtml } from '../texts/html.ts';
import type { WaitingMail } from './mailbox.ts';

/** The style sheet of the mailbox, based on the product's tokens. */
export const styles = `
body { margin: 0; background: var(--sunken); color: var(--ink); font: var(--text); }
main { max-width: 960px; margin: 0 auto; padding: var(--space-5) var(--space-4) var(--space-7); }
h1 { margin: 0; font: var(--heading-1); }
p { margin: var(--space-2) 0; color: var(--ink-2); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header, .bar { display: flex; flex-wrap: wrap; gap: var(--space-3); align-items: center; justify-content: space-between; margin-bottom: var(--space-4); }
form { display: flex; gap: var(--space-2); align-items: center; }
input, button { min-height: 32px; padding: var(--space-1) var(--space-3); border: 1px solid var(--line); border-radius: var(--radius-inner); background: var(--paper); color: inherit; font: inherit; }
button { cursor: pointer; }
table { width: 100%; border-collapse: collapse; background: var(--raised); border: 1px solid var(--line); border-radius: var(--radius); }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td { padding: var(--space-3); border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
thead th { border-top: 0; font-weight: 600; color: var(--ink-2); }
time { white-space: nowrap; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: var(--space-1) var(--space-4); margin: 0 0 var(--space-4); }
dt { color: var(--ink-2); }
dd { margin: 0; overflow-wrap: anywhere; }
h2 { margin: var(--space-5) 0 var(--space-2); font: var(--heading-2); }
iframe { width: 100%; height: 720px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--paper); }
pre { padding: var(--space-4); border: 1px solid var(--line); border-radius: var(--radius); background: var(--raised); font: 13px/20px var(--font-mono); white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 600px) { .optional { display: none; } }
`;

/** Builds a page in English: only people who run the product on their own machine see it. */
const page = (title: string, main: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)} · Parlance mailbox</title>
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <main>
${main}
    </main>
  </body>
</html>
`;

const time = (at: Date) =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`;

export function listPage(mails: readonly WaitingMail[], searched: string): string {
  const rows = mails.map(
    ({ id, to, subject, template, createdAt }) =>
      `<tr><td>${escapeHtml(to)}</td><td><a href="/mails/${id}">${escapeHtml(subject)}</a></td><td class="optional">${template}</td><td class="optional">${time(createdAt)}</td></tr>`,
  );
  const list = `<table>
        <caption>Mails, newest first</caption>
        <thead><tr><th scope="col">To</th><th scope="col">Subject</th><th scope="col" class="optional">Template</th><th scope="col" class="optional">Written</th></tr></thead>
        <tbody>${rows.join('\n')}</tbody>
      </table>`;
  const empty =
    searched === ''
      ? 'No mail yet. What Parlance would send appears here: codes, links, invitations.'
      : 'No mail to such an address.';
  return page(
    'Mails',
    `      <header><h1>Mailbox</h1><a href="/">Load again</a></header>
      <p>There is no mail server (SMTP_URL), so mails are kept here instead of being sent. Only this machine sees them.</p>
      <div class="bar">
        <form method="get" action="/" role="search"><label for="to">Recipient</label> <input id="to" name="to" type="search" value="${escapeHtml(searched)}"> <button>Search</button></form>
        <form method="post" action="/delete-all"><button>Delete all</button></form>
      </div>
      ${rows.length === 0 ? `<p role="status">${empty}</p>` : list}`,
  );
}

export function mailPage({
  id,
  to,
  subject,
  template,
  language,
  createdAt,
  replyTo,
  code,
  link,
  text,
}: WaitingMail): string {
  const facts: (readonly [string, string])[] = [
    ['To', escapeHtml(to)],
    ['Replies to', escapeHtml(replyTo)],
    ['Written', time(createdAt)],
    ['Template', `${template}, ${language}`],
    ...(code === null ? [] : [['Code', `<strong>${escapeHtml(code)}</strong>`] as const]),
    ...(link === null
      ? []
      : [['Link', `<a href="${escapeHtml(link.href)}" rel="noreferrer">${escapeHtml(link.href)}</a>`] as const]),
  ];
  return page(
    subject,
    `      <header><h1>${escapeHtml(subject)}</h1><a href="/">All mails</a></header>
      <dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('\n')}</dl>
      <h2>As a page</h2>
      <iframe title="The mail as a page" src="/mails/${id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>
      <h2>As text</h2>
      <pre lang="${language}">${escapeHtml(text)}</pre>`,
  );
}

export const missingPage = () =>
  page(
    'Not found',
    '      <h1>There is no such mail</h1>\n      <p>It was deleted, or never there. <a href="/">All mails</a></p>',
  );
