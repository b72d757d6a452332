import type { DropFound, SeriesFound } from './drop-found.ts';
import { DropUnreadable } from './drop-unreadable.ts';
import type { DroppedFile } from './dropped-files.ts';

type Plan = DroppedFile | { series: SeriesFound[]; name: string } | null;

/**
 * What goes of a drop for the person at this place. A file that stands by itself goes as it is, and so does an archive of one
 * person's images; anything else is packed: loose files, several persons, unticked series, a medium with programs. Null where no
 * series is ticked. Fails with `DropUnreadable` where files would stay behind unseen, since nothing could be read of them.
 */
export function planOf(
  files: readonly DroppedFile[],
  found: DropFound | null,
  place: number,
  off: ReadonlySet<string>,
): Plan {
  const [first] = files;
  const person = found?.persons[place];
  if (!first) return null;
  if (!found || !person) {
    const isUnseen = files.length > 1 && (found?.damaged.length ?? 1) > 0;
    if (isUnseen || first.isLost) throw new DropUnreadable();
    return first;
  }
  const all = person.studies.flatMap((study) => study.series);
  const ticked = all.filter(({ key }) => !off.has(key));
  if (ticked.length === 0) return null;
  const isAll = ticked.length === all.length && found.persons.length === 1 && found.programs === 0;
  if (files.length === 1 && isAll) return first;
  const refs = ticked.flatMap((one) => one.files);
  const [only] = refs;
  const single = refs.length === 1 && only?.member === null ? files[only.dropped] : undefined;
  return single ?? { series: ticked, name: archiveName(files, place, found.persons.length) };
}

/** Of the folder or archive that was dropped. */
function archiveName(files: readonly DroppedFile[], place: number, persons: number): string {
  const path = files[0]?.path ?? '';
  const stem = path.includes('/') ? path.slice(0, path.indexOf('/')) : path.replace(/\.[a-z]{1,5}$/i, '');
  return `${stem || 'exam'}${persons > 1 ? `_${place + 1}` : ''}.zip`;
}
