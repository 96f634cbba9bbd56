import * as z from '@parlance/shared/contract/schema';
import { invitationTeamsMax } from '../invitations.ts';
import { csvRows } from '../../values/csv-rows.ts';
import { emailAddress } from '../../values/email.ts';
import { type Language, nearestLanguage } from '../../values/language.ts';
import { givenName } from '../../values/name.ts';

/** Characters and lines of a file of people, without its head. */
export const csvMaxLength = 3_000_000;
export const csvLinesMax = 10_000;

/** What a column of the file may be about. */
export const lineColumns = ['email', 'role', 'teams', 'language'] as const;
export type LineColumn = (typeof lineColumns)[number];

/** What may be wrong with a line by itself. */
export const lineFaults = ['email_wrong', 'email_repeated', 'role_wrong', 'teams_wrong', 'language_wrong'] as const;
export type LineFault = (typeof lineFaults)[number];

/** A person as a line names them. */
export type MemberLine = {
  /** As editors count: the head is line 1. */
  readonly line: number;
  /** What stood in the file. */
  readonly written: Readonly<Record<LineColumn, string>>;
  readonly email: string;
  /** Null where the line says nothing, as with the language. */
  readonly role: 'member' | 'admin' | null;
  readonly teams: readonly string[];
  readonly language: Language | null;
  readonly fault: LineFault | null;
};

export type MemberLines = {
  /** The heads that were understood, by what they are about. Without one of addresses there is nothing to do. */
  readonly columns: Readonly<Partial<Record<LineColumn, string>>>;
  /** Heads that are about nothing of ours. */
  readonly ignored: readonly string[];
  readonly lines: readonly MemberLine[];
  /** There are more lines than a file may have; those beyond are not read. */
  readonly isTooLong: boolean;
};

/** What a head may be called, in nine languages, because people bring what they have exported. */
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

/** Letters alone: “E-Mail-Adresse” and “email adresse” are one word. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
const isOneOf = (words: readonly string[], text: string) => words.some((word) => folded(word) === folded(text));

/**
 * Who stands in a CSV file whose first line is its head. Semicolons, commas or bars separate several teams in a cell.
 * The page shows what the server will do with the same text, because both ask here.
 */
export function readMemberLines(text: string): MemberLines {
  const [head, ...rows] = csvRows(text, csvLinesMax + 2);
  const names = head?.cells.map((name) => name.trim()) ?? [];
  const indexes = Object.fromEntries(
    lineColumns.map((column) => [column, names.findIndex((name) => isOneOf(heads[column], name))]),
  ) as Record<LineColumn, number>; // every column is there
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

/** Our own exports put an apostrophe before what a spreadsheet would run. */
const unguarded = (text: string) => text.replace(/^'(?=\s*[=+\-@])/, '');
