import { examTypes, listedStatuses } from '@medcloud/contract/choices';
import type { ExamType, ListedStatus } from '@medcloud/contract/shapes/exams';
import type { HistoryQuery } from '../../../calls/medical-center.ts';

/** A day of the calendar: the date's own reading would turn 31 February into 3 March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}

const parseDay = (text: string | null) => (text !== null && isDay(text) ? text : '');

/** `petct` is the other spelling of `pet-ct`; `all`, and what is no type, is no filter. */
function parseType(text: string | null): ExamType | '' {
  return examTypes.find((type) => type === (text === 'petct' ? 'pet-ct' : text)) ?? '';
}

function parseStatus(text: string | null): ListedStatus | '' {
  return listedStatuses.find((status) => status === text) ?? '';
}

/** The filters as an address holds them. What one has mistyped there is left out, not sent. */
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

/** Whether any of them narrows the list. */
export function isFiltered(filters: HistoryQuery): boolean {
  return Object.values(filters).some((value) => value !== '');
}

/** The days are the wrong way round: nothing could match. */
export function isRangeReversed({ dateFrom, dateTo }: HistoryQuery): boolean {
  return dateFrom !== '' && dateTo !== '' && dateTo < dateFrom;
}
