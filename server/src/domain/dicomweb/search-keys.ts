import { vrOfTag } from '@medcloud/dicom';
import { seriesTags, studyTags } from '../imaging/index/tags.ts';

/** What a filter matches: a column of the study's row (`s`) or the series' row (`r`), or a fact of an instance. */
export type SearchKey =
  | { readonly level: 'study' | 'series'; readonly kind: ColumnKind; readonly column: string }
  | { readonly level: 'study'; readonly kind: 'patient-number' }
  | {
      readonly level: 'study' | 'series';
      readonly kind: 'attribute';
      readonly path: string;
      readonly as: AttributeKind;
    }
  | { readonly level: 'instance'; readonly kind: 'of-instance'; readonly fact: InstanceFact };

type ColumnKind = 'uid' | 'date' | 'time' | 'text' | 'name' | 'number' | 'any-text' | 'any-uid';
/** How the values of an attribute are matched, by value representation. */
export type AttributeKind = 'date' | 'time' | 'text';
export type InstanceFact = 'uid' | 'class' | 'number' | 'rows' | 'columns';

const columns: Readonly<Record<string, readonly ['study' | 'series', ColumnKind, string]>> = {
  '0020000D': ['study', 'uid', 's.study_uid'],
  '00080020': ['study', 'date', 's.study_date'],
  '00080030': ['study', 'time', 's.study_time'],
  '00080050': ['study', 'text', 's.accession_number'],
  '00080061': ['study', 'any-text', 's.modalities'],
  '00080090': ['study', 'name', 's.physician_name_key'],
  '00081030': ['study', 'text', 's.description'],
  '00100010': ['study', 'name', 's.patient_name_key'],
  '00100030': ['study', 'date', 's.birth_date'],
  '00100040': ['study', 'text', 's.sex'],
  '00200010': ['study', 'text', 's.study_id'],
  '0020000E': ['series', 'uid', 'r.series_uid'],
  '00080021': ['series', 'date', 'r.series_date'],
  '00080060': ['series', 'text', 'r.modality'],
  '00080062': ['series', 'any-uid', 'r.sop_classes'],
  '00083002': ['series', 'any-uid', 'r.transfer_syntaxes'],
  '0008103E': ['series', 'text', 'r.description'],
  '00180015': ['series', 'text', 'r.body_part'],
  '00200011': ['series', 'number', 'r.series_number'],
};

const instanceFacts: Readonly<Record<string, InstanceFact>> = {
  '00080018': 'uid',
  '00080016': 'class',
  '00200013': 'number',
  '00280010': 'rows',
  '00280011': 'columns',
};

/** Returns the search key of the attribute at a path of tags, or undefined if the attribute is not searchable. */
export function searchKeyOf(tags: readonly string[]): SearchKey | undefined {
  const [first = '', ...rest] = tags;
  if (rest.length === 0) {
    const column = columns[first];
    if (column !== undefined) return { level: column[0], kind: column[1], column: column[2] };
    if (first === '00100020') return { level: 'study', kind: 'patient-number' };
    const instanceFact = instanceFacts[first];
    if (instanceFact !== undefined) return { level: 'instance', kind: 'of-instance', fact: instanceFact };
  }
  const level = studyTags.includes(first) ? 'study' : seriesTags.includes(first) ? 'series' : undefined;
  const path = `$${tags.map((tag) => `."${tag}".Value[*]`).join('')}`;
  return level === undefined ? undefined : { level, kind: 'attribute', path, as: attributeKind(tags.at(-1) ?? first) };
}

function attributeKind(tag: string): AttributeKind {
  const vr = vrOfTag(Number.parseInt(tag, 16));
  return vr === 'DA' ? 'date' : vr === 'TM' ? 'time' : 'text';
}
