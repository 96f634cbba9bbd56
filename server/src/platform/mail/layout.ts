import { escapeHtml } from '../texts/html.ts';

/** The content of a mail, before it becomes text or HTML. */
export type Blocks = {
  /** The subject, used as the heading too. */
  subject: string;
  lead: string;
  code: string | null;
  action: { label: string; address: string; fallback: string } | null;
  facts: readonly { label: string; value: string }[];
  note: string | null;
  support: string;
  /** The origin of the site, shown as the sender's address. */
  origin: string;
};

const wordmark = 'Parlance';

/** Returns the plain-text part, for readers without HTML and for people who prefer it. */
export function asText({ subject, lead, code, action, facts, note, support, origin }: Blocks): string {
  const parts = [
    subject,
    lead,
    ...(code === null ? [] : [code]),
    ...(action === null ? [] : [`${action.label}:\n${action.address}`]),
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...(note === null ? [] : [note]),
    `-- \n${wordmark} · ${origin}\n${support}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans TC','Noto Sans Thai',sans-serif";
/** The dark colours of shared/src/ui/tokens.css; the light ones are inline, for every mail client. */
const dark = `
      @media (prefers-color-scheme: dark) {
        body, .page { background: #0f1114 !important; }
        .card { background: #1b1e24 !important; border-color: #2a2e37 !important; }
        .ink { color: #eceef3 !important; }
        .ink-2 { color: #b4bac8 !important; }
        .well { background: #0f1114 !important; border-color: #2a2e37 !important; }
        .button { background: #7c94f5 !important; color: #0f1114 !important; }
        .link { color: #7c94f5 !important; }
      }`;

const paragraph = (text: string, look = 'ink', size = 'font-size:15px;line-height:26px;color:#16181d') =>
  `<p class="${look}" style="margin:0 0 16px;${size}">${text}</p>`;
const small = 'font-size:13px;line-height:21px;color:#4a5060';

/** Returns the HTML part: one column without images or style sheets, with dark colours for clients that want them. */
export function asHtml(
  { subject, lead, code, action, facts, note, support, origin }: Blocks,
  language: string,
): string {
  const title = escapeHtml(subject);
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;color:#16181d">${title}</h1>`,
    paragraph(escapeHtml(lead)),
    ...(code === null ? [] : [codeBlock(code)]),
    ...(action === null ? [] : [button(action)]),
    ...facts.map(({ label, value }) =>
      paragraph(`<strong>${escapeHtml(label)}:</strong> ${escapeHtml(value).replaceAll('\n', '<br>')}`),
    ),
    ...(note === null ? [] : [paragraph(escapeHtml(note), 'ink-2', small)]),
  ];
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${title}</title>
    <style>
      :root { color-scheme: light dark; }${dark}
    </style>
  </head>
  <body style="margin:0;padding:0;background:#f6f7f9;${font}">
    <div style="display:none;max-height:0;overflow:hidden">${escapeHtml(lead)}${'&#8199;&#847; '.repeat(preheaderPadding)}</div>
    <table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f7f9"><tr><td align="center" style="padding:32px 16px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
        <tr><td class="ink" style="padding:0 0 16px;font-size:16px;line-height:24px;font-weight:600;color:#16181d">${wordmark}</td></tr>
        <tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e3e6eb;border-radius:8px">
          ${body.join('\n          ')}
        </td></tr>
        <tr><td style="padding:16px 0 0">${paragraph(`${wordmark} · <a class="ink-2" href="${escapeHtml(origin)}" style="color:#4a5060">${escapeHtml(origin)}</a><br>${escapeHtml(support)}`, 'ink-2', small)}</td></tr>
      </table>
    </td></tr></table>
  </body>
</html>
`;
}

/** The number of invisible characters behind the preview line, without which clients add the heading. */
const preheaderPadding = 40;

const codeBlock = (code: string) =>
  `<p class="well ink" style="margin:0 0 24px;padding:16px;background:#f6f7f9;border:1px solid #e3e6eb;border-radius:6px;text-align:center;font-family:ui-monospace,'SF Mono',Menlo,Consolas,monospace;font-size:28px;line-height:36px;letter-spacing:6px;color:#16181d">${escapeHtml(code)}</p>`;

function button({ label, address, fallback }: { label: string; address: string; fallback: string }): string {
  const href = escapeHtml(address);
  return [
    `<p style="margin:0 0 16px"><a class="button" href="${href}" style="display:inline-block;padding:10px 20px;background:#3b5bdb;border-radius:8px;font-size:15px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></p>`,
    paragraph(
      `${escapeHtml(fallback)}<br><a class="link" href="${href}" style="color:#3b5bdb;word-break:break-all">${href}</a>`,
      'ink-2',
      small,
    ),
  ].join('\n          ');
}
