import type { Language } from '@parlance/shared/contract/values/language';
import { moneyText } from '@parlance/shared/contract/values/money';
import * as z from 'zod/mini';
import type { Config } from '../config/config.ts';
import { sayIn } from '../texts/texts.ts';
import { type Blocks, asHtml, asText } from './layout.ts';
import { type MailTemplate, mailTemplates } from './templates.ts';

/** The settings that stand in mails. */
export type MailSite = Pick<Config, 'WEB_ORIGIN' | 'WEB_PORT' | 'SUPPORT_EMAIL'>;
export type RenderedMail = {
  subject: string;
  text: string;
  html: string;
  /** Where an answer goes: to people. */ replyTo: string;
};

type Values = Readonly<Record<string, string | number | undefined>>;

/** What a mail of the outbox looks like. Throws where its values are none of its template. */
export function renderMail(
  mail: { template: MailTemplate; language: Language; values: unknown },
  site: MailSite,
): RenderedMail {
  const values: Values = z.parse(mailTemplates[mail.template], mail.values);
  const blocks = blocksOf(mail.template, mail.language, values, site);
  const asker = mail.template === 'enterprise_enquiry' ? values['email'] : undefined;
  return {
    subject: blocks.subject,
    text: asText(blocks),
    html: asHtml(blocks, mail.language),
    replyTo: typeof asker === 'string' ? asker : site.SUPPORT_EMAIL,
  };
}

/** Where the pages are. Never taken from a request: its Host is what a stranger wrote. */
export const siteOrigin = ({ WEB_ORIGIN, WEB_PORT }: MailSite) => WEB_ORIGIN ?? `http://localhost:${WEB_PORT}`;

function blocksOf(template: MailTemplate, language: Language, values: Values, site: MailSite): Blocks {
  const t = sayIn(language);
  const shown = shownValues(template, language, values, site);
  const must = (text: string | null) => {
    if (text === null) throw new Error(`A text of the mail ${template} is missing in server/locales/${language}.json.`);
    return text;
  };
  const origin = siteOrigin(site);
  const { code, link } = values;
  return {
    subject: oneLine(must(t(`mail.${template}.subject`, shown))),
    lead: must(t(`mail.${template}.lead`, shown)),
    code: typeof code === 'string' ? code : null,
    action:
      typeof link === 'string'
        ? {
            label: must(t(`mail.${template}.action`)),
            address: origin + link,
            fallback: must(t('mail.common.fallback')),
          }
        : null,
    facts: (factsOf[template] ?? []).map((name) => ({
      label: must(t(`mail.${template}.facts.${name}`)),
      value: String(values[name] ?? ''),
    })),
    note: t(`mail.${template}.note`, shown),
    support: must(t('mail.common.support', shown)),
    origin,
  };
}

/** Values that stand by themselves, each with what it is. */
const factsOf: Partial<Record<MailTemplate, readonly string[]>> = {
  enterprise_enquiry: ['name', 'email', 'organization', 'seats', 'message'],
  automation_message: ['text'],
};

/**
 * The values as sentences hold them: numbers with their unit, times in words, the names that people chose without a
 * link in them.
 */
function shownValues(
  template: MailTemplate,
  language: Language,
  values: Values,
  site: MailSite,
): Record<string, string> {
  const t = sayIn(language);
  const units: Record<string, string> = { minutes: 'minute', days: 'day' };
  const entries = Object.entries(values).map(([name, value]): [string, string] => {
    const unit = units[name];
    if (name === 'amount') return [name, moneyText(language, Number(value), String(values['currency']))];
    if (typeof value === 'number')
      return [
        name,
        new Intl.NumberFormat(language, unit === undefined ? {} : { style: 'unit', unit, unitDisplay: 'long' }).format(
          value,
        ),
      ];
    if (name === 'role') return [name, t(`roles.${value}`) ?? String(value)];
    if (name === 'day')
      return [
        name,
        new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(String(value))),
      ];
    if (name === 'when') return [name, inWords(String(value), language)];
    // A subject makes no links, and is found by its words.
    if (name === 'subject') return [name, oneLine(String(value))];
    return [name, template === 'enterprise_enquiry' ? String(value) : withoutLinks(String(value))];
  });
  return { ...Object.fromEntries(entries), support: site.SUPPORT_EMAIL };
}

const inWords = (when: string, language: Language) =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(when));

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/**
 * Mail programs make a link of whatever looks like one. An organisation named “Win at evil.example” must not become one
 * in a mail of ours: an invisible character keeps the name apart.
 */
const withoutLinks = (name: string) => oneLine(name).replaceAll(/([.:/@])(?=\S)/g, '$1\u200c');
