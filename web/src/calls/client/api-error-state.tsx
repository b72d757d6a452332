import { useErrorMessage } from '../../text/use-error-message.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { errorMessageOf } from './use-api-query.ts';

interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** In place of what a call did not bring: what failed, the portal's own sentence about it, and Retry. */
export function ApiErrorState({ title, query: { error, isFetching, refetch } }: { title: string; query: FailedQuery }) {
  const errorMessage = useErrorMessage();
  return (
    <ErrorState
      title={title}
      text={errorMessage(errorMessageOf(error))}
      onRetry={() => void refetch()}
      busy={isFetching}
    />
  );
}
