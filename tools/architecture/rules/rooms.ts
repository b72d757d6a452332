import { domainRooms, edgeRooms, platformRooms, webRooms } from '../../rooms.ts';
import { isForTests, type Rule, type SourceFile, type Tree, type Violation } from '../tree.ts';

const corridors: readonly { under: string; rooms: readonly string[] }[] = [
  { under: 'server/src/platform/', rooms: platformRooms },
  { under: 'server/src/domain/', rooms: domainRooms },
  { under: 'server/src/edges/', rooms: edgeRooms },
  { under: 'web/src/', rooms: webRooms },
];

type Corridor = (typeof corridors)[number];

/** The room a path stands in, or undefined for a file that stands in the corridor itself. */
function roomOf(path: string, under: string): string | undefined {
  const [room, rest] = path.slice(under.length).split('/');
  return rest === undefined ? undefined : room;
}

/**
 * The highest place a file depends on: its room's, or, for a file in the corridor itself (it assembles rooms, or is shared
 * by them), the highest of the rooms it imports, directly or through its neighbours in the corridor. -1: none.
 */
function placeOf(path: string, corridor: Corridor, tree: Tree, seen: ReadonlySet<string>): number {
  const { under, rooms } = corridor;
  const room = roomOf(path, under);
  if (room !== undefined) return rooms.indexOf(room);
  const imports = tree.files.find((file) => file.path === path)?.imports ?? [];
  const places = imports.flatMap(({ target }) => {
    if (!target?.startsWith(under) || seen.has(target)) return [];
    return [placeOf(target, corridor, tree, new Set([...seen, target]))];
  });
  return Math.max(-1, ...places);
}

function checkFile({ path, imports }: SourceFile, corridor: Corridor, tree: Tree): Violation[] {
  const { under, rooms } = corridor;
  const room = roomOf(path, under);
  if (room === undefined) return [];
  const place = rooms.indexOf(room);
  if (place < 0) {
    return [{ rule: 'rooms', path, line: 1, message: `the folder ${under}${room} is not in tools/rooms.ts` }];
  }
  return imports.flatMap(({ line, target }) => {
    if (!target?.startsWith(under)) return [];
    if (placeOf(target, corridor, tree, new Set([target])) <= place) return [];
    return [{ rule: 'rooms', path, line, message: `${target} does not stand before ${room}` }];
  });
}

/** Within a floor, and within the web application, a folder imports only the folders that stand before it. */
export const checkRooms: Rule = (tree) =>
  tree.files.flatMap((file) => {
    const corridor = corridors.find(({ under }) => file.path.startsWith(under));
    return corridor === undefined || isForTests(file.path) ? [] : checkFile(file, corridor, tree);
  });
