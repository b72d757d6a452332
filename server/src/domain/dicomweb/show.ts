import type { EarlierExam, Timeline, ViewerSeries } from '@medcloud/contract';
import type { DicomJson, DicomJsonElement, DicomJsonValue } from '@medcloud/dicom';
import type { JsonValue } from '../../platform/db/json.ts';
import { showMismatch, showSummary } from '../exams/show.ts';
import type { ManifestInstance } from '../imaging/index/manifest.ts';
import { seriesTags, studyTags } from '../imaging/index/tags.ts';
import type { EarlierExamRow, SeriesSearchRow, SeriesToViewRow, StudyRow, TimelinePage } from './reads.ts';

/** Base URL of the addresses in a response: `https://portal/dicom-web`. */
export type Root = string;

// PS3.18 tables 10.6.3-3 to -5: the attributes of each level that a response always contains, empty if absent.
const defaultStudyAttributes: Readonly<Record<string, string>> = {
  '00080020': 'DA',
  '00080030': 'TM',
  '00080050': 'SH',
  '00080090': 'PN',
  '00100010': 'PN',
  '00100030': 'DA',
  '00100040': 'CS',
  '00200010': 'SH',
};
const defaultSeriesAttributes: Readonly<Record<string, string>> = { '00080060': 'CS', '00200011': 'IS' };

const computedStudyTags = ['00080005', '00080056', '00080061', '00081190', '00100020', '00201206', '00201208'];
const studyReturnTags: ReadonlySet<string> = new Set([...studyTags, ...computedStudyTags]);
const seriesReturnTags: ReadonlySet<string> = new Set([...studyReturnTags, ...seriesTags, '00201209']);

/** Returns whether a search can return an attribute: the stored ones of a study or series, any of an instance. */
export function canReturn(level: 'study' | 'series' | 'instance', tag: string): boolean {
  return level === 'instance' || (level === 'series' ? seriesReturnTags : studyReturnTags).has(tag);
}

/** Which parent levels the address names. A response contains only requested attributes of those. */
export interface ParentLevels {
  readonly isStudyNamed: boolean;
  readonly isSeriesNamed: boolean;
  readonly include: readonly string[] | 'all';
}

/** Returns an earlier exam of the patient, for a link. */
export function showEarlierExam(row: EarlierExamRow): EarlierExam {
  const { id, examType, examDate } = row;
  return { id, examType, examDate, summary: showSummary(row), ...showMismatch(row) };
}

/** Returns a page of a patient's exams. */
export function showTimeline({ rows, total, hasMore }: TimelinePage): Timeline {
  return { exams: rows.map(showEarlierExam), total, cursor: hasMore ? (rows.at(-1)?.id ?? null) : null };
}

/** Returns a study as a search result. */
export function showStudy(row: StudyRow, root: Root): DicomJson {
  return {
    '00080005': element('CS', 'ISO_IR 192'),
    ...emptyAttributes(defaultStudyAttributes),
    ...attributesOf(row.attributes),
    '00080056': element('CS', 'ONLINE'),
    '00080061': element('CS', ...row.modalities),
    '00081190': element('UR', `${root}/studies/${row.studyUid}`),
    '00100020': row.patientNumber === null ? { vr: 'LO' } : element('LO', row.patientNumber),
    '0020000D': element('UI', row.studyUid),
    '00201206': element('IS', row.seriesCount),
    '00201208': element('IS', row.instanceCount),
  };
}

/** Returns a series as a search result. */
export function showSeries(row: SeriesSearchRow, root: Root, parents: ParentLevels): DicomJson {
  return {
    '00080005': element('CS', 'ISO_IR 192'),
    ...(parents.isStudyNamed ? pickAttributes(showStudy(row, root), parents.include) : showStudy(row, root)),
    ...emptyAttributes(defaultSeriesAttributes),
    ...attributesOf(row.seriesAttributes),
    '00080056': element('CS', 'ONLINE'),
    '00081190': element('UR', `${root}/studies/${row.studyUid}/series/${row.seriesUid}`),
    '0020000D': element('UI', row.studyUid),
    '0020000E': element('UI', row.seriesUid),
    '00201209': element('IS', row.seriesInstances),
  };
}

/** Returns an instance as a search result. */
export function showInstance(
  instance: ManifestInstance,
  row: SeriesSearchRow,
  root: Root,
  parents: ParentLevels,
): DicomJson {
  const { uid, sopClass, number, rows, columns, numberOfFrames, bitsAllocated, transferSyntax } = instance;
  const parentJson = showSeries(row, root, parents);
  const series = `${root}/studies/${row.studyUid}/series/${row.seriesUid}`;
  return {
    '00080005': element('CS', 'ISO_IR 192'),
    ...(parents.isSeriesNamed ? pickAttributes(parentJson, parents.include) : parentJson),
    '00080016': sopClass === '' ? { vr: 'UI' } : element('UI', sopClass),
    '00080018': element('UI', uid),
    '00080056': element('CS', 'ONLINE'),
    '00081190': element('UR', `${series}/instances/${uid}`),
    '00083002': transferSyntax === '' ? { vr: 'UI' } : element('UI', transferSyntax),
    '0020000D': element('UI', row.studyUid),
    '0020000E': element('UI', row.seriesUid),
    '00200013': number === null ? { vr: 'IS' } : element('IS', number),
    ...(numberOfFrames === null ? {} : { '00280008': element('IS', numberOfFrames) }),
    ...(rows === null ? {} : { '00280010': element('US', rows) }),
    ...(columns === null ? {} : { '00280011': element('US', columns) }),
    ...(bitsAllocated === null ? {} : { '00280100': element('US', bitsAllocated) }),
  };
}

function element(vr: string, ...values: DicomJsonValue[]): DicomJsonElement {
  return values.length === 0 ? { vr } : { vr, Value: values };
}

/** Returns only the requested attributes. */
export function pickAttributes(json: DicomJson, include: ParentLevels['include']): DicomJson {
  if (include === 'all') return json;
  return Object.fromEntries(Object.entries(json).filter(([tag]) => include.includes(tag)));
}

function emptyAttributes(vrByTag: Readonly<Record<string, string>>): DicomJson {
  return Object.fromEntries(Object.entries(vrByTag).map(([tag, vr]) => [tag, { vr }]));
}

/** Returns the attributes that indexing stored as DICOM JSON. */
function attributesOf(json: JsonValue): DicomJson {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return {};
  return Object.fromEntries(Object.entries(json).flatMap(([tag, value]) => (isElement(value) ? [[tag, value]] : [])));
}

function isElement(value: unknown): value is DicomJsonElement {
  return typeof value === 'object' && value !== null && 'vr' in value && typeof value.vr === 'string';
}

/** Returns a series as the viewer's series list shows it. */
export function showSeriesToView(row: SeriesToViewRow): ViewerSeries {
  const { studyUid, seriesUid, studyDescription, studyDate, modality, number, description } = row;
  const { instances, frames, hasThumbnail } = row;
  return {
    ...{ studyUid, seriesUid, studyDescription, studyDate, modality, number, description },
    ...{ instances, frames, hasThumbnail },
  };
}
