import * as z from '@parlance/shared/contract/schema';
import { invitationTeamsMax } from '../invitations.ts';
import { csvRows } from '../../values/csv-rows.ts';
import { emailAddress } from '../../values/email.ts';
import { type Language, nearestLanguage } from '../../values/language.ts';
import { givenName } from '../../values/name.ts';

/** The most characters and lines of a file of people, without its header. */
export const csvMaxLength = 3_000_000;
export const csvLinesMax = 10_000;

/** The columns that a file may have. */
export const lineColumns = ['email', 'role', 'teams', 'language'] as const;
export type LineColumn = (typeof lineColumns)[number];

/** The faults that a line may have by itself. */
export const lineFaults = ['email_wrong', 'email_repeated', 'role_wrong', 'teams_wrong', 'language_wrong'] as const;
export type LineFault = (typeof lineFaults)[number];

/** A person as read from a line. */
export type MemberLine = {
  /** The line number as editors count: the header is line 1. */
  readonly line: number;
  /** The text of the file. */
  readonly written: Readonly<Record<LineColumn, string>>;
  readonly email: string;
  /** The role; null if the line gives none, as with the language. */
  readonly role: 'member' | 'admin' | null;
  readonly teams: readonly string[];
  readonly language: Language | null;
  readonly fault: LineFault | null;
};

export type MemberLines = {
  /** The recognised headers, by column. Without the column of addresses there is nothing to do. */
  readonly columns: Readonly<Partial<Record<LineColumn, string>>>;
  /** Headers that match no column. */
  readonly ignored: readonly string[];
  readonly lines: readonly MemberLine[];
  /** True if there are more lines than a file may have; those beyond are not read. */
  readonly isTooLong: boolean;
};

/** The names of each header in nine languages, because people bring their exports. */
const heads: Readonly<Record<LineColumn, readonly string[]>> = {
  email: [
    'e-mail',
    'e-mail address',
    'mail',
    'email addresses',
    'correo',
    'correo electrónico',
    'courriel',
    'adresse e-mail',
    'e-mail-adresse',
    'indirizzo e-mail',
    'posta elettronica',
    'endereço de e-mail',
    'e-mailadres',
    '電子郵件',
    '電子郵件地址',
    'อีเมล',
  ],
  role: ['role', 'rol', 'rolle', 'rôle', 'ruolo', 'função', 'papel', '角色', 'บทบาท'],
  teams: [
    'teams',
    'team',
    'group',
    'groups',
    'user groups',
    'equipos',
    'equipo',
    'grupos',
    'équipes',
    'équipe',
    'groupes',
    'equipas',
    'equipa',
    'gruppen',
    'gruppi',
    'groepen',
    '團隊',
    '群組',
    'ทีม',
    'กลุ่ม',
  ],
  language: ['language', 'lang', 'locale', 'idioma', 'langue', 'língua', 'sprache', 'lingua', 'taal', '語言', 'ภาษา'],
};
const roles: Readonly<Record<'member' | 'admin', readonly string[]>> = {
  member: ['member', 'user', 'miembro', 'membre', 'membro', 'mitglied', 'lid', '成員', 'สมาชิก'],
  admin: [
    'admin',
    'administrator',
    'administrador',
    'administrateur',
    'amministratore',
    'beheerder',
    '管理員',
    'ผู้ดูแลระบบ',
    'ผู้ดูแล',
  ],
};

/** Reduces a header to its letters: “E-Mail-Adresse” and “email adresse” are one word. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
const isOneOf = (words: readonly string[], text: string) => words.some((word) => folded(word) === folded(text));

/**
 * Reads the people of a CSV file whose first line is its header. Semicolons, commas or bars separate several teams in a
 * cell. The page shows exactly what the server will do with the same text, because both call this function.
 */
export function readMemberLines(text: string): MemberLines {
  const [head, ...rows] = csvRows(text, csvLinesMax + 2);
  const names = head?.cells.map((name) => name.trim()) ?? [];
  const indexes = Object.fromEntries(
    lineColumns.map((column) => [column, names.findIndex((name) => isOneOf(heads[column], name))]),
  ) as Record<LineColumn, number>; // every column is present
  const seen = new Set<string>();
  const lines = rows.slice(0, csvLinesMax).map(({ line, cells }) => {
    const written = Object.fromEntries(
      lineColumns.map((column) => [column, cells[indexes[column]]?.trim() ?? '']),
    ) as Record<LineColumn, string>; // as above
    const read = readLine(line, written);
    if (read.fault !== null) return read;
    if (seen.has(read.email)) return { ...read, fault: 'email_repeated' as const };
    seen.add(read.email);
    return read;
  });
  return {
    columns: Object.fromEntries(
      lineColumns.filter((column) => indexes[column] >= 0).map((column) => [column, names[indexes[column]] ?? '']),
    ),
    ignored: names.filter((name, index) => name !== '' && !Object.values(indexes).includes(index)),
    lines,
    isTooLong: rows.length > csvLinesMax,
  };
}

function readLine(line: number, written: MemberLine['written']): MemberLine {
  const email = z.safeParse(emailAddress, unguarded(written.email));
  const role =
    written.role === '' ? null : (['member', 'admin'] as const).find((it) => isOneOf(roles[it], written.role));
  const teams = [
    ...new Set(
      written.teams
        .split(/[;,|]/)
        .map((name) => unguarded(name.trim()))
        .filter((name) => name !== ''),
    ),
  ];
  const language = written.language === '' ? null : nearestLanguage(written.language);
  const faults: (LineFault | false)[] = [
    !email.success && 'email_wrong',
    role === undefined && 'role_wrong',
    (teams.length > invitationTeamsMax || teams.some((name) => !z.safeParse(givenName, name).success)) && 'teams_wrong',
    written.language !== '' && language === null && 'language_wrong',
  ];
  return {
    line,
    written,
    email: email.success ? email.data : '',
    role: role ?? null,
    teams,
    language,
    fault: faults.find((fault) => fault !== false) || null,
  };
}

/** Removes the apostrophe that our own exports put before formulas. */
const unguarded = (text: string) => text.replace(/^'(?=\s*[=+\-@])/, '');
