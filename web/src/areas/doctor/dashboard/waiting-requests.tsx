import { screens } from '@medcloud/contract/screens';
import type { OpenRequest } from '@medcloud/contract/shapes/access';
import { Link } from 'react-router';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useNow } from '../../../lib/now.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { StepDashes } from '../../../ui/layout/stepper.tsx';
import { getRequestState, getStepStates, type RequestState } from '../patients/request-steps.ts';

const RequestInPlace = lazyComponent(async () => (await import('./request-in-place.tsx')).RequestInPlace);

const isWaiting = (state: RequestState) => state === 'code' || state === 'waiting';

/** Lists the requests that wait, whose steps open in place, and those that the patient answered in the last days. */
export function WaitingRequests({ requests }: { requests: readonly OpenRequest[] }) {
  const t = useText('doctor');
  const [params, setParams] = useUrlParams();
  const chosen = params.get('request');
  if (requests.length === 0) return null;
  const choose = (id: string) =>
    setParams((before) => withParam(before, 'request', id === chosen ? '' : id), { replace: true });
  return (
    <Card isFlush title={t('worklist.requests')} className="max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
      <ul className="divide-y divide-line">
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            request={request}
            isOpen={request.id === chosen}
            onToggle={() => choose(request.id)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface RequestRowProps {
  request: OpenRequest;
  isOpen: boolean;
  onToggle: () => void;
}

function RequestRow({ request, isOpen, onToggle }: RequestRowProps) {
  const t = useText('doctor');
  const format = useFormat();
  const now = useNow();
  const state = getRequestState(request, now);
  const sent = t(request.step === 'code' ? 'patients.requests.code' : 'patients.requests.consent');
  return (
    <li className="px-4 py-2 md:px-5">
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 flex-1 basis-40">
          <span className="block font-strong figures">{request.phone}</span>
          <span className="block text-small text-ink-muted">
            {sent} {format.relative(request.requestedAt, now)}
          </span>
        </span>
        <StepDashes states={getStepStates(state)} />
        <RequestButton request={request} state={state} isOpen={isOpen} onToggle={onToggle} />
      </div>
      {isOpen && (
        <div className="mt-3 mb-2">
          <RequestInPlace />
        </div>
      )}
    </li>
  );
}

function RequestButton({ request, state, isOpen, onToggle }: RequestRowProps & { state: RequestState }) {
  const t = useText('doctor');
  const phone = <span className="sr-only">, {request.phone}</span>;
  if (isWaiting(state) || isOpen)
    return (
      <Button size="small" aria-expanded={isOpen} onClick={onToggle}>
        {t(isOpen ? 'worklist.hide' : state === 'code' ? 'patients.requests.enter' : 'patients.requests.show')}
        {phone}
      </Button>
    );
  return (
    <>
      <StatusBadge status={request.status} />
      <Button asChild size="small">
        <Link to={`${screens.doctorPatients}?request=${request.id}`}>
          {t('patients.requests.show')}
          {phone}
        </Link>
      </Button>
    </>
  );
}
