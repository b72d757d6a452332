import type { Breach, BreachExtent } from '@medcloud/contract/shapes/breaches';
import { Link } from 'react-router';
import { useBreachExtent } from '../../../calls/breaches.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { centerPath } from '../shared/center-path.ts';
import { useEventName } from '../shared/event-name.ts';
import { AffectedPatients } from './affected-patients.tsx';

/** Words by what the persons affected are found. */
function useScopeText({ scopeKind, scopeSubject, scopeFrom, scopeTo }: Breach): string {
  const t = useText('breaches.form');
  const facts = useText('breaches/record.detail');
  const format = useFormat();
  const period =
    scopeFrom !== null && scopeTo !== null
      ? facts('fromTo', { from: format.dateTime(scopeFrom), until: format.dateTime(scopeTo) })
      : [
          scopeFrom && `${t('scopeFrom')} ${format.dateTime(scopeFrom)}`,
          scopeTo && `${t('scopeTo')} ${format.dateTime(scopeTo)}`,
        ]
          .filter(Boolean)
          .join(', ');
  return [t(`scopeKinds.${scopeKind}`), scopeSubject, period].filter(Boolean).join(' · ');
}

function Centers({ centers }: Pick<BreachExtent, 'centers'>) {
  const t = useText('breaches/record.extent');
  const format = useFormat();
  if (centers.length === 0) return null;
  return (
    <section>
      <h3 className="text-h3">{t('centers')}</h3>
      <p className="mt-1 text-small text-ink-muted">{t('centersText')}</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {centers.map(({ id, name, centerId, patients }) => (
          <li key={id} className="flex items-center justify-between gap-3 py-2">
            <span className="min-w-0">
              <Link to={centerPath(id)} className="font-strong text-primary-text wrap-anywhere hover:underline">
                {name}
              </Link>{' '}
              <span className="text-small text-ink-muted code">{centerId}</span>
            </span>
            <span className="shrink-0 text-small text-ink-muted figures">
              {t('patients')}: {format.number(patients)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lists({ lists }: Pick<BreachExtent, 'lists'>) {
  const t = useText('breaches/record.extent');
  const eventName = useEventName();
  if (lists.length === 0) return null;
  return (
    <section>
      <h3 className="text-h3">{t('lists')}</h3>
      <ul className="mt-1 flex flex-col gap-0.5">
        {lists.map(({ event, times, most }) => (
          <li key={event}>{t('list', { event: eventName(event), times, most })}</li>
        ))}
      </ul>
      <p className="mt-1 text-small text-ink-muted">{t('listsNote')}</p>
    </section>
  );
}

/** Shows whom a breach touches: numbers, centers, and on demand the patients by their public ids. */
export function ExtentCard({ breach }: { breach: Breach }) {
  const t = useText('breaches/record.extent');
  const ui = useUiText();
  const format = useFormat();
  const scopeText = useScopeText(breach);
  const { data: extent, error, isFetching, refetch } = useBreachExtent(breach.id);
  return (
    <Card title={t('title')}>
      {error && !extent && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      {!error && !extent && <SkeletonRows rows={3} label={ui('list.loading')} />}
      {extent && (
        <div className="flex flex-col gap-4">
          <Facts
            facts={[
              { label: t('by'), value: <span className="wrap-anywhere">{scopeText}</span> },
              { label: t('patients'), value: <span className="figures">{format.number(extent.patients)}</span> },
              { label: t('accesses'), value: <span className="figures">{format.number(extent.events)}</span> },
            ]}
          />
          {extent.patients === 0 && <p className="text-ink-muted">{t('none')}</p>}
          <Centers centers={extent.centers} />
          <Lists lists={extent.lists} />
          {extent.patients > 0 && <AffectedPatients id={breach.id} />}
        </div>
      )}
    </Card>
  );
}
