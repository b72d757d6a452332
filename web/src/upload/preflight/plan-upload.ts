import type { DroppedFile } from './dropped-files.ts';
import type { DropSeries, DropSummary } from './summarize-drop.ts';
import { UnreadableFilesError } from './unreadable-files-error.ts';

type Plan = DroppedFile | { series: DropSeries[]; name: string } | null;

/**
 * Plans which dropped files to send for the person at `personIndex`. A single file, or an archive with one person's
 * images, is sent unchanged. Everything else is packed: loose files, several persons, deselected series, a medium with
 * programs. Returns null if no series is selected. Throws `UnreadableFilesError` if unreadable files would silently not
 * be sent.
 */
export function planUpload(
  files: readonly DroppedFile[],
  summary: DropSummary | null,
  personIndex: number,
  excludedKeys: ReadonlySet<string>,
): Plan {
  const [first] = files;
  const person = summary?.persons[personIndex];
  if (!first) return null;
  if (!summary || !person) {
    const hasUnreadable = files.length > 1 && (summary?.damagedPaths.length ?? 1) > 0;
    if (hasUnreadable || first.isUnreadable) throw new UnreadableFilesError();
    return first;
  }
  const allSeries = person.studies.flatMap((study) => study.series);
  const selectedSeries = allSeries.filter(({ key }) => !excludedKeys.has(key));
  if (selectedSeries.length === 0) return null;
  const isEverySeries =
    selectedSeries.length === allSeries.length && summary.persons.length === 1 && summary.programCount === 0;
  if (files.length === 1 && isEverySeries) return first;
  const refs = selectedSeries.flatMap((one) => one.files);
  const [only] = refs;
  const single = refs.length === 1 && only?.member === null ? files[only.dropped] : undefined;
  return single ?? { series: selectedSeries, name: archiveName(files, personIndex, summary.persons.length) };
}

/** Returns an archive name from the dropped folder or archive. */
function archiveName(files: readonly DroppedFile[], personIndex: number, persons: number): string {
  const path = files[0]?.path ?? '';
  const stem = path.includes('/') ? path.slice(0, path.indexOf('/')) : path.replace(/\.[a-z]{1,5}$/i, '');
  return `${stem || 'exam'}${persons > 1 ? `_${personIndex + 1}` : ''}.zip`;
}
