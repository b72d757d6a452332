import { type DataSet, itemsOf, textOf } from '../dicom-json.ts';

/** One line of a report: a heading, or what a concept is. */
export interface ReportLine {
  /** Unique in its report: the path through the items. */
  readonly path: string;
  readonly depth: number;
  readonly isHeading: boolean;
  /** What the concept is called; empty where the file does not say. */
  readonly name: string;
  readonly value: string;
}

export interface Report {
  readonly uid: string;
  readonly title: string | undefined;
  /** As the file itself names the patient. */
  readonly patient: string | undefined;
  readonly day: string | undefined;
  readonly isPartial: boolean;
  readonly isVerified: boolean;
  readonly verifiedBy: string | undefined;
  readonly lines: readonly ReportLine[];
  /** There was more than is listed. */
  readonly isCut: boolean;
}

/** What a report points at without words. */
export type Referred = 'image' | 'waveform' | 'object' | 'place' | 'time';

/** How the reader's language writes what a report holds. */
export interface ReportWords {
  /** `20010213`, `20010213184746` or `184746`. */
  moment(text: string): string;
  refers(to: Referred): string;
}

const mostLines = 2_000;
const deepest = 32;

const meaningOf = (code: DataSet | undefined) => code && (textOf(code, '00080104') ?? textOf(code, '00080100'));

/** `34.2 mm`; the unit as UCUM writes it, where it is one. */
function measured(item: DataSet): string | undefined {
  const [found] = itemsOf(item, '0040A300');
  const value = found && textOf(found, '0040A30A');
  if (value === undefined) return undefined;
  const unit = textOf(itemsOf(found ?? {}, '004008EA')[0] ?? {}, '00080100');
  return unit === undefined || unit === '1' ? value : `${value} ${unit.replace(/[{}]/g, '')}`;
}

const referred: Readonly<Record<string, Referred>> = {
  IMAGE: 'image',
  WAVEFORM: 'waveform',
  COMPOSITE: 'object',
  SCOORD: 'place',
  SCOORD3D: 'place',
  TCOORD: 'time',
};

const nameOf = (text: string | undefined) => text?.replaceAll('^', ' ').replace(/\s+/g, ' ').trim();

/** What a content item says (PS3.3 C.17.3.2), by the kind of its value. */
function saidBy(item: DataSet, kind: string, words: ReportWords): string | undefined {
  const moment = (tag: string) => {
    const text = textOf(item, tag);
    return text && words.moment(text);
  };
  switch (kind) {
    case 'TEXT':
      return textOf(item, '0040A160')?.replace(/\r\n?|\n\r/g, '\n');
    case 'CODE':
      return meaningOf(itemsOf(item, '0040A168')[0]);
    case 'NUM':
      return measured(item);
    case 'PNAME':
      return nameOf(textOf(item, '0040A123'));
    case 'DATE':
      return moment('0040A121');
    case 'TIME':
      return moment('0040A122');
    case 'DATETIME':
      return moment('0040A120');
    case 'UIDREF':
      return textOf(item, '0040A124');
    default: {
      const to = referred[kind];
      return to && words.refers(to);
    }
  }
}

function linesBelow(set: DataSet, path: string, depth: number, words: ReportWords, lines: ReportLine[]): void {
  for (const [place, item] of itemsOf(set, '0040A730').entries()) {
    if (lines.length > mostLines) return;
    const kind = textOf(item, '0040A040') ?? ''; // an item that points at another has none
    const name = meaningOf(itemsOf(item, '0040A043')[0]) ?? '';
    const value = saidBy(item, kind, words) ?? '';
    const own = `${path}/${place + 1}`;
    const isHeading = kind === 'CONTAINER';
    if (value !== '' || (isHeading && name !== '')) lines.push({ path: own, depth, isHeading, name, value });
    if (depth < deepest) linesBelow(item, own, depth + 1, words, lines);
  }
}

/** A structured report in lines, as its content tree goes (PS3.3 C.17.3); undefined where the data set holds none. */
function readReport(set: DataSet, words: ReportWords): Report | undefined {
  const lines: ReportLine[] = [];
  linesBelow(set, '', 0, words, lines);
  if (lines.length === 0) return undefined;
  const [observer] = itemsOf(set, '0040A073');
  const day = textOf(set, '00080023');
  return {
    uid: textOf(set, '00080018') ?? '',
    title: meaningOf(itemsOf(set, '0040A043')[0]),
    patient: nameOf(textOf(set, '00100010')),
    day: day && words.moment(day),
    isPartial: textOf(set, '0040A491') === 'PARTIAL',
    isVerified: textOf(set, '0040A493') === 'VERIFIED',
    verifiedBy: nameOf(observer && textOf(observer, '0040A075')),
    lines: lines.slice(0, mostLines),
    isCut: lines.length > mostLines,
  };
}

const mostReports = 20;

/** The reports of a series; twenty at most. */
export function reportsOf(sets: readonly DataSet[], words: ReportWords): Report[] {
  const reports: Report[] = [];
  for (const set of sets) {
    const report = reports.length < mostReports ? readReport(set, words) : undefined;
    if (report) reports.push(report);
  }
  return reports;
}
