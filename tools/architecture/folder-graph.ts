import { posix } from 'node:path';
import { isTestFile, type SourceFile } from './source-files.ts';

/** For each folder directly under `under`: the other such folders that its files import, types included. Tests do not count. */
export type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>;

export function readFolderGraph(files: readonly SourceFile[], under: string): FolderGraph {
  const folderOf = (path: string) =>
    path.startsWith(under) ? path.slice(under.length).match(/^([^/]+)\//)?.[1] : undefined;
  const graph = new Map<string, Set<string>>();
  for (const { path, specifiers } of files) {
    const folder = folderOf(path);
    if (folder === undefined || isTestFile(path)) continue;
    const imported = graph.get(folder) ?? new Set();
    graph.set(folder, imported);
    for (const specifier of specifiers) {
      const target = specifier.startsWith('.') ? folderOf(posix.join(posix.dirname(path), specifier)) : undefined;
      if (target !== undefined && target !== folder) imported.add(target);
    }
  }
  return graph;
}

/** The folders in an order in which each imports only earlier ones. Throws with what remains where there is a cycle. */
export function orderFolders(graph: FolderGraph): string[] {
  const order: string[] = [];
  const remaining = new Set([...graph.keys()].sort());
  while (remaining.size > 0) {
    const next = [...remaining].find((folder) => [...(graph.get(folder) ?? [])].every((one) => !remaining.has(one)));
    if (next === undefined) throw new Error(`Cycle among ${describe(graph, remaining)}`);
    order.push(next);
    remaining.delete(next);
  }
  return order;
}

function describe(graph: FolderGraph, remaining: ReadonlySet<string>): string {
  return [...remaining]
    .map((folder) => `${folder} -> ${[...(graph.get(folder) ?? [])].filter((one) => remaining.has(one)).join(', ')}`)
    .join('; ');
}
