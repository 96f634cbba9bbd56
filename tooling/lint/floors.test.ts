import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { floors } from './imports.ts';
import { root } from '../workspace.ts';

/** The number of pairs of rooms that may import each other. It only ever falls. */
const mostPairs = 0;

const source = path.join(root, 'server', 'src');
/** A room is a folder of a floor; of what composes the floors, each folder, and the files beside them. */
function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  return floors.includes(first) ? `${first}/${second}` : file.includes('/') ? first : 'start';
}

/** Returns, for each room, those it imports, by types too, with a file that does. */
function importsOfRooms(): Map<string, Map<string, string>> {
  const rooms = new Map<string, Map<string, string>>();
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.ts$|^testing\//.test(file));
  for (const file of files) {
    const { importedFiles } = ts.preProcessFile(readFileSync(path.join(source, file), 'utf8'));
    for (const { fileName } of importedFiles.filter((it) => it.fileName.startsWith('.'))) {
      const [from, to] = [roomOf(file), roomOf(path.posix.join(path.posix.dirname(file), fileName))];
      if (from === to) continue;
      const others = rooms.get(from) ?? new Map<string, string>();
      rooms.set(from, others.set(to, others.get(to) ?? `${file} → ${fileName}`));
    }
  }
  return rooms;
}

/** Pairs of rooms that import each other. */
const pairsIn = (rooms: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] =>
  [...rooms].flatMap(([room, others]) =>
    [...others.keys()].filter((it) => room < it && rooms.get(it)?.has(room) === true).map((it) => `${room} ↔ ${it}`),
  );

/** Rooms that stand in a circle or lead to one: whoever imports no other is taken away again and again. */
function circlesIn(rooms: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const left = new Set(rooms.keys());
  for (;;) {
    const free = [...left].filter((room) => ![...(rooms.get(room)?.keys() ?? [])].some((it) => left.has(it)));
    if (free.length === 0) return [...left].sort();
    for (const room of free) left.delete(room);
  }
}

test(`at most ${mostPairs} pairs of rooms of the server import each other, and none stands in a circle`, () => {
  const rooms = importsOfRooms();
  const pairs = pairsIn(rooms);
  const arrows = [...rooms.values()].reduce((sum, others) => sum + others.size, 0);
  console.info(
    `${rooms.size} rooms, ${arrows} arrows, ${pairs.length} pairs that import each other: ${pairs.join(', ') || 'none'}`,
  );
  expect(rooms.size).toBeGreaterThan(60);
  expect(pairs).toHaveLength(mostPairs);
  expect(circlesIn(rooms)).toEqual([]);
});

test('a pair and a circle of three are found', () => {
  const of = (names: Readonly<Record<string, readonly string[]>>) =>
    new Map(Object.entries(names).map(([room, others]) => [room, new Map(others.map((it) => [it, '']))]));
  expect(pairsIn(of({ a: ['b'], b: ['a', 'c'], c: [] }))).toEqual(['a ↔ b']);
  expect(circlesIn(of({ a: ['b'], b: ['c'], c: ['a'], d: ['a'], e: [] }))).toEqual(['a', 'b', 'c', 'd']);
});
