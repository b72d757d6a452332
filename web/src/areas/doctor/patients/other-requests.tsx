import type { OpenRequest } from '@medcloud/contract/shapes/access';
import type { ReactNode } from 'react';
import { useNow } from '../../../lib/now.ts';
import { formatPhone } from '../../../lib/phones.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { StepDashes } from '../../../ui/layout/stepper.tsx';
import { getRequestState, getStepStates } from './request-steps.ts';
import type { CurrentRequest } from './use-access-request.ts';

const soonMs = 24 * 3_600_000; // the last of the three days gets a badge
const maxClosed = 3;

function Row({ request, phone, children }: { request: OpenRequest; phone: ReactNode; children: ReactNode }) {
  const t = useText('doctor');
  const format = useFormat();
  const now = useNow();
  const statusText = request.step === 'code' ? t('patients.requests.code') : t('patients.requests.consent');
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 py-2">
      <span className="w-full">
        <span className="block font-strong figures">{phone}</span>
        <span className="block text-small text-ink-muted">
          {statusText} {format.relative(request.requestedAt, now)}
        </span>
      </span>
      <span className="flex w-full flex-wrap items-center gap-3 *:last:ml-auto">
        <StepDashes states={getStepStates(getRequestState(request, now))} />
        {children}
      </span>
    </li>
  );
}

function RemainingTime({ request }: { request: OpenRequest }) {
  const t = useText('doctor');
  const now = useNow();
  const remainingMs = Date.parse(request.expiresAt) - now;
  const hours = Math.max(1, Math.floor(remainingMs / 3_600_000));
  return remainingMs < soonMs ? <Badge variant="warn">{t('patients.requests.left', { hours })}</Badge> : null;
}

/**
 * Lists the requests beside the current one, with masked phone and age. A request that waits for its code has a button.
 */
export function OtherRequests({ current }: { current: CurrentRequest }) {
  const t = useText('doctor');
  const ui = useUiText();
  const { open } = current.others;
  const closed = current.others.closed.slice(0, maxClosed);
  const count = open.length + closed.length;
  const isLoading = current.requests.data === undefined;
  const phoneOf = (request: OpenRequest) => {
    const fullPhone = current.phoneOf(request.id);
    return fullPhone === undefined ? request.phone : formatPhone(fullPhone);
  };
  const renderChoose = (request: OpenRequest, label: string) => (
    <Button size="small" onClick={() => current.choose(request.id)}>
      {label}
      <span className="sr-only">, {phoneOf(request)}</span>
    </Button>
  );
  if (current.requests.isError && current.requests.data === undefined)
    return <ErrorState title={t('patients.requests.failed')} onRetry={() => void current.requests.refetch()} />;
  return (
    <section aria-label={t('patients.requests.title')}>
      <h2 className="flex justify-between gap-3 text-body font-semibold">
        {t('patients.requests.title')}
        {count > 0 && <span className="font-normal text-ink-muted figures">{count}</span>}
      </h2>
      {isLoading && <SkeletonRows rows={2} label={ui('list.loading')} />}
      {!isLoading && count === 0 && <p className="mt-1 text-small text-ink-muted">{t('patients.requests.none')}</p>}
      <ul className="mt-1 divide-y divide-line">
        {open.map((request) => (
          <Row key={request.id} request={request} phone={phoneOf(request)}>
            {request.step === 'consent' && <RemainingTime request={request} />}
            {renderChoose(request, t(request.step === 'code' ? 'patients.requests.enter' : 'patients.requests.show'))}
          </Row>
        ))}
        {closed.map((request) => (
          <Row key={request.id} request={request} phone={phoneOf(request)}>
            <StatusBadge status={request.status === 'denied' ? 'denied' : 'expired'} />
            {renderChoose(request, t('patients.requests.show'))}
          </Row>
        ))}
      </ul>
    </section>
  );
}
