import { examTypes, listedStatuses } from '@medcloud/contract/choices';
import type { ExamType, ListedStatus } from '@medcloud/contract/shapes/exams';
import type { HistoryQuery } from '../../../calls/medical-center.ts';

/** Returns whether a text is a calendar day. `Date` alone would turn 31 February into 3 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}

const parseDay = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** Parses the exam type. `petct` is another spelling of `pet-ct`. `all` and unknown types mean no filter. */
function parseType(text: string | null): ExamType | '' {
  return examTypes.find((type) => type === (text === 'petct' ? 'pet-ct' : text)) ?? '';
}

function parseStatus(text: string | null): ListedStatus | '' {
  return listedStatuses.find((status) => status === text) ?? '';
}

/** Parses the filters from the URL. Leaves out invalid values, so they are not sent. */
export function parseHistoryFilters(params: URLSearchParams): HistoryQuery {
  return {
    dateFrom: parseDay(params.get('dateFrom')),
    dateTo: parseDay(params.get('dateTo')),
    examType: parseType(params.get('examType')),
    status: parseStatus(params.get('status')),
    patientSearch: params.get('patientSearch') ?? '',
  };
}

export const filterNames = [
  'dateFrom',
  'dateTo',
  'examType',
  'status',
  'patientSearch',
] as const satisfies (keyof HistoryQuery)[];

/** Returns whether a filter narrows the list. */
export function isFiltered(filters: HistoryQuery): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/** Returns whether the dates are reversed, so no exam could match. */
export function isRangeReversed({ dateFrom, dateTo }: HistoryQuery): boolean {
  return dateFrom !== '' && dateTo !== '' && dateTo < dateFrom;
}
