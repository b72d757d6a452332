import { type DataSet, type Element, itemsOf } from '@medcloud/dicom/json';
import { keywordsByTag } from '@medcloud/dicom/keywords';

/** One attribute of a data set, as shown in a list. */
export interface TagRow {
  /** Unique in its list: the path of tags and item numbers. */
  readonly path: string;
  readonly depth: number;
  /** `(0010,0010)` */
  readonly tag: string;
  /** Name of PS3.6, empty for a private attribute. */
  readonly name: string;
  readonly vr: string;
  readonly value: string;
}

const maxValueLength = 400;
const maxRows = 5_000;
const maxDepth = 8;

/** Splits `PatientName` into words. */
function splitKeyword(keyword: string): string {
  return keyword.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/([A-Z])([A-Z][a-z])/g, '$1 $2');
}

function formatValue(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'object' && value !== null && 'Alphabetic' in value) return String(value.Alphabetic);
  return '';
}

function formatElement(element: Element): string {
  if (element.vr === 'SQ') return `${element.Value?.length ?? 0} ×`;
  if (element.BulkDataURI !== undefined) return '…';
  if (element.InlineBinary !== undefined) return `${Math.floor((element.InlineBinary.length * 3) / 4)} B`;
  const text = (element.Value ?? []).map(formatValue).join(' \\ ');
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text;
}

function rowsAt(set: DataSet, path: string, depth: number): TagRow[] {
  return Object.entries(set)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([tag, element]) => {
      if (element === undefined) return [];
      const rowPath = `${path}${tag}`;
      const row: TagRow = {
        path: rowPath,
        depth,
        tag: `(${tag.slice(0, 4)},${tag.slice(4)})`,
        name: splitKeyword(keywordsByTag.get(tag) ?? ''),
        vr: element.vr ?? '',
        value: formatElement(element),
      };
      if (element.vr !== 'SQ' || depth >= maxDepth) return [row];
      const inner = itemsOf(set, tag).flatMap((item, index) => rowsAt(item, `${rowPath}/${index + 1}/`, depth + 1));
      return [row, ...inner];
    });
}

/** Lists the attributes of a data set by tag, with those of its items below them. At most 5,000. */
export function tagRows(set: DataSet): TagRow[] {
  return rowsAt(set, '', 0).slice(0, maxRows);
}

/** Returns the rows whose tag, name or value matches the search. */
export function filterRows(rows: readonly TagRow[], search: string): readonly TagRow[] {
  const text = search.trim().toLowerCase();
  if (text === '') return rows;
  const digits = text.replace(/[(),\s]/g, '');
  return rows.filter(
    ({ tag, name, value }) =>
      name.toLowerCase().includes(text) ||
      name.replaceAll(' ', '').toLowerCase().includes(text) ||
      value.toLowerCase().includes(text) ||
      (digits !== '' && tag.replace(/[(),]/g, '').toLowerCase().startsWith(digits)),
  );
}
