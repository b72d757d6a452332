import { useSentence } from '../../text/sentences.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { sentenceOf } from './use-call.ts';

interface FailedCall {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** In place of what a call did not bring: what failed, the portal's own sentence about it, and Retry. */
export function CallFailed({ title, call: { error, isFetching, refetch } }: { title: string; call: FailedCall }) {
  const sentence = useSentence();
  return (
    <ErrorState title={title} text={sentence(sentenceOf(error))} onRetry={() => void refetch()} busy={isFetching} />
  );
}
