import { screens } from '@medcloud/contract/screens';
import type { MedicalCenterEntry } from '@medcloud/contract/shapes/accounts';
import { Building2, Info } from 'lucide-react';
import { Link } from 'react-router';
import { useMedicalCenters } from '../../../calls/admin.ts';
import { formatPhone } from '../../../lib/phones.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Facts } from '../../../ui/data/facts.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { accountOfCenter } from '../shared/accounts/account-actions.ts';
import { DisabledBadge } from '../shared/accounts/disabled-account.tsx';
import { CardList } from '../shared/card-list.tsx';
import { centerPath } from '../shared/center-path.ts';
import { ListCount } from '../shared/list-count.tsx';

function CenterEntry({ center }: { center: MedicalCenterEntry }) {
  const t = useText('admin.lists');
  const ui = useUiText();
  const plan = useText('admin');
  const format = useFormat();
  const optionalFact = (label: string, value: string | null) => (value ? [{ label, value }] : []);
  return (
    <article className="relative min-w-0 rounded-card border border-line bg-surface p-4 has-[a:hover]:bg-bg md:p-5">
      <div className="mb-3 flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-[0.9375rem]/5 font-semibold wrap-break-word">
          <Link to={centerPath(center.id)} className="after:absolute after:inset-0 hover:underline">
            {center.name}
          </Link>
        </h2>
        <DisabledBadge account={accountOfCenter(center)} />
      </div>
      <Facts
        facts={[
          { label: ui('field.centerId'), value: <span className="code">{center.centerId}</span> },
          { label: t('centers.number'), value: <span className="figures">{format.number(center.number)}</span> },
          {
            label: t('centers.registered'),
            value: <span className="figures">{format.date(center.createdAt)}</span>,
          },
          { label: plan('center.plan'), value: plan(`center.${center.plan}`) },
          ...optionalFact(ui('field.address'), center.address),
          ...optionalFact(ui('field.phone'), center.phone && formatPhone(center.phone)),
        ]}
      />
    </article>
  );
}

/** Lists every center in a plain list. Each entry links to the center's details. */
export function MedicalCenters() {
  const t = useText('admin.lists');
  const admin = useText('admin');
  const list = useMedicalCenters();
  const toSignup = (
    <Button asChild variant="primary">
      <Link to={screens.adminMedicalCenterSignup}>{admin('center.title')}</Link>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('centers.title')}
        action={
          <Button asChild icon={Info}>
            <Link to={screens.adminMedicalCentersInfo}>{t('info.title')}</Link>
          </Button>
        }
      />
      <div className="mb-3">
        <ListCount
          total={list.rows?.length ? list.total : null}
          formatCount={(count) => t('info.total', { count })}
          formatMoreThan={(count) => t('info.totalMany', { count })}
        />
      </div>
      <CardList
        label={t('centers.title')}
        list={list}
        rowKey={(center) => center.id}
        card={(center) => <CenterEntry center={center} />}
        lineCount={4}
        errorTitle={t('info.failed')}
        empty={<EmptyState icon={Building2} title={t('centers.none')} text={t('centers.noneText')} action={toSignup} />}
      />
    </>
  );
}
