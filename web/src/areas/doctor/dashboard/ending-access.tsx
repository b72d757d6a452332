import { screenPath, screens } from '@medcloud/contract/screens';
import type { EndingGrant } from '@medcloud/contract/shapes/worklist';
import { Link } from 'react-router';
import { fromList } from '../../../lib/back-link.ts';
import { patientName } from '../../../lib/names.ts';
import { useNow } from '../../../lib/now.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { rowLinkClass } from '../../../ui/data/exam-row.tsx';
import { Card } from '../../../ui/layout/card.tsx';

/** Lists the patients whose access ends within a week. Each row opens the exams, and offers to ask again. */
export function EndingAccess({ grants, count }: { grants: readonly EndingGrant[]; count: number }) {
  const t = useText('doctor');
  if (grants.length === 0) return null;
  return (
    <Card
      isFlush
      title={
        <>
          {t('worklist.ending')} <span className="font-normal text-ink-muted figures">{count}</span>
        </>
      }
      className="max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <ul className="divide-y divide-line">
        {grants.map((grant) => (
          <EndingRow key={grant.grantId} grant={grant} />
        ))}
      </ul>
    </Card>
  );
}

function EndingRow({ grant }: { grant: EndingGrant }) {
  const t = useText('doctor');
  const format = useFormat();
  const now = useNow();
  const name = patientName(grant.patient);
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 has-[.row-link:focus-visible]:outline-2 has-[.row-link:focus-visible]:-outline-offset-2 has-[.row-link:focus-visible]:outline-focus hover:bg-bg md:px-5">
      <span className="min-w-0 flex-1 basis-40">
        <Link
          to={screenPath('doctorPatientExams', { patientId: grant.patient.patientId })}
          state={fromList}
          className={`${rowLinkClass} font-strong wrap-break-word`}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="block truncate text-small text-ink-muted">{grant.medicalCenter.name}</span>
      </span>
      <span className="flex items-center gap-2 text-small whitespace-nowrap text-ink-muted figures">
        {t('patients.list.untilShort', { day: format.date(grant.expiresAt) })}
        <Badge variant="warn">{format.relative(grant.expiresAt, now)}</Badge>
      </span>
      <Button asChild size="small" className="relative">
        <Link to={screens.doctorPatients}>
          {t('patients.over.again')}
          <span className="sr-only">, {name}</span>
        </Link>
      </Button>
    </li>
  );
}
