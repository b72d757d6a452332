import { screens } from '@medcloud/contract/screens';
import type { Probe, SystemInfo } from '@medcloud/contract/shapes/operations';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '../../../text/language.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ProbeState, useProbeLabel } from '../shared/probe-state.tsx';

const parts = [
  { probe: 'database', label: 'status.database', okLabel: 'status.connected' },
  { probe: 'storage', label: 'status.storage', okLabel: 'status.available' },
  { probe: 'api', label: 'status.api', okLabel: 'status.running' },
] as const;

/** Shows the latest check of the three services that everything else depends on. */
export function SystemStatus({ info }: { info: SystemInfo | undefined }) {
  const t = useText('operations');
  const probeLabel = useProbeLabel();
  const findProbe = (name: string): Probe | undefined => info?.health.find((probe) => probe.name === name);
  const link = (
    <Link
      to={screens.adminDashboard}
      className="inline-flex min-h-6 items-center gap-1 text-small font-strong text-primary-text hover:underline"
    >
      {t('status.toHealth')}
      <ChevronRight size={16} />
    </Link>
  );
  return (
    <Card title={t('status.title')} aside={link}>
      <dl className="grid gap-x-6 gap-y-2 text-body sm:grid-cols-3">
        {parts.map(({ probe: name, label, okLabel }) => {
          const probe = findProbe(name);
          return (
            <div
              key={name}
              className="flex items-center justify-between gap-x-3 gap-y-0.5 sm:flex-col sm:items-start lg:flex-row lg:items-center lg:justify-start"
            >
              <dt className="font-strong">{t(label)}</dt>
              <dd className="min-h-5">
                {probe ? (
                  <ProbeState state={probe.state}>{probe.state === 'ok' ? t(okLabel) : probeLabel(probe)}</ProbeState>
                ) : (
                  <span className="block h-3 w-20 skeleton-bar" />
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Card>
  );
}
