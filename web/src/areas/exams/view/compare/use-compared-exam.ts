import { ApiError } from '@medcloud/contract/api-client';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useUrlParams, withParam } from '../../../../app/routing/url-params.ts';
import { useExamToCompare } from '../../../../calls/exams.ts';
import { readHistoryState } from '../../../../lib/history-state.ts';

/** The exam beside the opened one: the URL's `with`. */
export interface ComparedExam {
  readonly id: string | null;
  readonly examView: ViewerExam | undefined;
  /** The server refuses it: it is of another patient, was withdrawn, or the access ended. */
  readonly isRefused: boolean;
  /** The server did not answer, or with a failure. */
  readonly hasFailed: boolean;
  /** Asks the server again. */
  readonly refetch: () => void;
  /** Shows another exam beside the opened one, or none. */
  readonly compare: (examId: string | null) => void;
}

/** Returns the exam that is compared with the opened one. */
export function useComparedExam({ exam, patient }: ViewerExam): ComparedExam {
  const [params, setParams] = useUrlParams();
  const named = params.get('with')?.toLowerCase() ?? '';
  const id = named === '' || named === exam.id ? null : named;
  const { data, error, refetch } = useExamToCompare(id);
  const isForbidden = error instanceof ApiError && (error.status === 403 || error.status === 404);
  // only exams of the same person stand beside each other
  const isOther = data !== undefined && data.patient.patientId !== patient.patientId;
  return {
    id,
    examView: isForbidden || isOther ? undefined : data,
    isRefused: isForbidden || isOther,
    hasFailed: error !== null && !isForbidden && data === undefined,
    refetch: () => void refetch(),
    compare: (examId) =>
      setParams((before) => withParam(before, 'with', examId ?? ''), { replace: true, state: readHistoryState() }),
  };
}
