import { type DataSet, itemsOf, textOf } from '@medcloud/dicom/json';

/** One line of a report: a heading, or a concept with its value. */
export interface ReportLine {
  /** Unique in its report: the path of item numbers. */
  readonly path: string;
  readonly depth: number;
  readonly isHeading: boolean;
  /** The concept's name, or empty. */
  readonly name: string;
  readonly value: string;
}

export interface Report {
  readonly uid: string;
  readonly title: string | undefined;
  /** The patient's name in the file. */
  readonly patient: string | undefined;
  readonly day: string | undefined;
  readonly isPartial: boolean;
  readonly isVerified: boolean;
  readonly verifiedBy: string | undefined;
  readonly lines: readonly ReportLine[];
  /** The report has more lines than are listed. */
  readonly isTruncated: boolean;
}

/** The kind of object that a report item references. */
export type ReferenceKind = 'image' | 'waveform' | 'object' | 'place' | 'time';

/** Formats a report's values in the user's language. */
export interface ReportFormatter {
  /** `20010213`, `20010213184746` or `184746`. */
  formatMoment(text: string): string;
  formatReference(reference: ReferenceKind): string;
}

const maxLines = 2_000;
const maxDepth = 32;

const meaningOf = (code: DataSet | undefined) => code && (textOf(code, '00080104') ?? textOf(code, '00080100'));

/** Formats `34.2 mm`. The unit is a UCUM code; the unit `1` is omitted. */
function numericValueOf(item: DataSet): string | undefined {
  const [measuredValue] = itemsOf(item, '0040A300');
  const value = measuredValue && textOf(measuredValue, '0040A30A');
  if (value === undefined) return undefined;
  const unit = textOf(itemsOf(measuredValue ?? {}, '004008EA')[0] ?? {}, '00080100');
  return unit === undefined || unit === '1' ? value : `${value} ${unit.replace(/[{}]/g, '')}`;
}

const referenceKinds: Readonly<Record<string, ReferenceKind>> = {
  IMAGE: 'image',
  WAVEFORM: 'waveform',
  COMPOSITE: 'object',
  SCOORD: 'place',
  SCOORD3D: 'place',
  TCOORD: 'time',
};

const nameOf = (text: string | undefined) => text?.replaceAll('^', ' ').replace(/\s+/g, ' ').trim();

/** Returns a content item's value as text (PS3.3 C.17.3.2), by its value type. */
function itemValueOf(item: DataSet, kind: string, formatter: ReportFormatter): string | undefined {
  const formatMoment = (tag: string) => {
    const text = textOf(item, tag);
    return text && formatter.formatMoment(text);
  };
  switch (kind) {
    case 'TEXT':
      return textOf(item, '0040A160')?.replace(/\r\n?|\n\r/g, '\n');
    case 'CODE':
      return meaningOf(itemsOf(item, '0040A168')[0]);
    case 'NUM':
      return numericValueOf(item);
    case 'PNAME':
      return nameOf(textOf(item, '0040A123'));
    case 'DATE':
      return formatMoment('0040A121');
    case 'TIME':
      return formatMoment('0040A122');
    case 'DATETIME':
      return formatMoment('0040A120');
    case 'UIDREF':
      return textOf(item, '0040A124');
    default: {
      const reference = referenceKinds[kind];
      return reference && formatter.formatReference(reference);
    }
  }
}

function collectLines(
  set: DataSet,
  path: string,
  depth: number,
  formatter: ReportFormatter,
  lines: ReportLine[],
): void {
  for (const [index, item] of itemsOf(set, '0040A730').entries()) {
    if (lines.length > maxLines) return;
    const kind = textOf(item, '0040A040') ?? ''; // an item that references another one has none
    const name = meaningOf(itemsOf(item, '0040A043')[0]) ?? '';
    const value = itemValueOf(item, kind, formatter) ?? '';
    const itemPath = `${path}/${index + 1}`;
    const isHeading = kind === 'CONTAINER';
    if (value !== '' || (isHeading && name !== '')) lines.push({ path: itemPath, depth, isHeading, name, value });
    if (depth < maxDepth) collectLines(item, itemPath, depth + 1, formatter, lines);
  }
}

/**
 * Parses a structured report to lines in the order of its content tree (PS3.3 C.17.3). Undefined if there is no
 * content.
 */
function parseReport(set: DataSet, formatter: ReportFormatter): Report | undefined {
  const lines: ReportLine[] = [];
  collectLines(set, '', 0, formatter, lines);
  if (lines.length === 0) return undefined;
  const [observer] = itemsOf(set, '0040A073');
  const day = textOf(set, '00080023');
  return {
    uid: textOf(set, '00080018') ?? '',
    title: meaningOf(itemsOf(set, '0040A043')[0]),
    patient: nameOf(textOf(set, '00100010')),
    day: day && formatter.formatMoment(day),
    isPartial: textOf(set, '0040A491') === 'PARTIAL',
    isVerified: textOf(set, '0040A493') === 'VERIFIED',
    verifiedBy: nameOf(observer && textOf(observer, '0040A075')),
    lines: lines.slice(0, maxLines),
    isTruncated: lines.length > maxLines,
  };
}

const maxReports = 20;

/** Parses the reports of a series, at most twenty. */
export function parseReports(sets: readonly DataSet[], formatter: ReportFormatter): Report[] {
  const reports: Report[] = [];
  for (const set of sets) {
    const report = reports.length < maxReports ? parseReport(set, formatter) : undefined;
    if (report) reports.push(report);
  }
  return reports;
}
