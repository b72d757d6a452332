import { keywordsByTag } from '@medcloud/dicom/keywords';
import { type DataSet, type Element, itemsOf } from './dicom-json.ts';

/** One attribute of a data set, as a list of them shows it. */
export interface TagRow {
  /** Unique in its list: the path through the items. */
  readonly path: string;
  readonly depth: number;
  /** `(0010,0010)` */
  readonly tag: string;
  /** As PS3.6 calls it; empty for a private one. */
  readonly name: string;
  readonly vr: string;
  readonly value: string;
}

const longestValue = 400;
const mostRows = 5_000;
const deepest = 8;

/** `PatientName` as words. */
function wordsOf(keyword: string): string {
  return keyword.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
}

function written(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'object' && value !== null && 'Alphabetic' in value) return String(value.Alphabetic);
  return '';
}

function shown(element: Element): string {
  if (element.vr === 'SQ') return `${element.Value?.length ?? 0} ×`;
  if (element.BulkDataURI !== undefined) return '…';
  if (element.InlineBinary !== undefined) return `${Math.floor((element.InlineBinary.length * 3) / 4)} B`;
  const text = (element.Value ?? []).map(written).join(' \\ ');
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}

function rowsAt(set: DataSet, path: string, depth: number): TagRow[] {
  return Object.entries(set)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([tag, element]) => {
      if (element === undefined) return [];
      const own = `${path}${tag}`;
      const row: TagRow = {
        path: own,
        depth,
        tag: `(${tag.slice(0, 4)},${tag.slice(4)})`,
        name: wordsOf(keywordsByTag.get(tag) ?? ''),
        vr: element.vr ?? '',
        value: shown(element),
      };
      if (element.vr !== 'SQ' || depth >= deepest) return [row];
      const inner = itemsOf(set, tag).flatMap((item, place) => rowsAt(item, `${own}/${place + 1}/`, depth + 1));
      return [row, ...inner];
    });
}

/** The attributes of a data set in their order, those of its items beneath them; 5,000 at most. */
export function tagRows(set: DataSet): TagRow[] {
  return rowsAt(set, '', 0).slice(0, mostRows);
}

/** Those in which the search's words stand: in tag, name or value. */
export function rowsFound(rows: readonly TagRow[], search: string): readonly TagRow[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rows;
  const digits = wanted.replace(/[(),\s]/g, '');
  return rows.filter(
    ({ tag, name, value }) =>
      name.toLowerCase().includes(wanted) ||
      name.replaceAll(' ', '').toLowerCase().includes(wanted) ||
      value.toLowerCase().includes(wanted) ||
      (digits !== '' && tag.replace(/[(),]/g, '').toLowerCase().startsWith(digits)),
  );
}
