import { useErrorMessage } from '../../text/use-error-message.ts';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { errorMessageOf } from './use-api-query.ts';

interface FailedQuery {
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Replaces the data of a failed call: shows what failed, the server's message and a Retry button. */
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
