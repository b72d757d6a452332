import type { AccessReportEntry, ReportSubjectKind } from '@medcloud/contract/shapes/access-report';
import { formatReportAct, formatReportConsent } from '@medcloud/text/format-report-entry';
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { useAccessReport } from '../calls/access-report.ts';
import { ApiErrorState } from '../calls/client/api-error-state.tsx';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { type Column, Table } from '../ui/data/table.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { useReportExamName } from './subject-label.tsx';

/** An entry in words. */
interface EntryWords {
  time: string;
  who: string;
  /** Role, license number and API token. */
  whoDetails: string[];
  act: string;
  exam: string | null;
  patient: { name: string | null; patientId: string } | null;
  consent: string;
}

/** Returns a function that words an entry in the current language, without what the report's subject says. */
function useEntryWords(kind: ReportSubjectKind | undefined): (entry: AccessReportEntry) => EntryWords {
  const report = useText('audit/access-report');
  const texts = { report, acts: useText('audit/access-report.acts'), events: useText('audit.events') };
  const format = useFormat();
  const examName = useReportExamName();
  return (entry) => {
    const { actor, patient, exam } = entry;
    const role = report(`role.${actor.kind}`);
    return {
      time: format.exact(entry.at),
      who: actor.name ?? role,
      whoDetails: [
        ...(actor.name === null ? [] : [role]),
        ...(actor.licenseNumber === null ? [] : [report('license', { number: actor.licenseNumber })]),
        ...(actor.token === null ? [] : [report('token', { name: actor.token })]),
      ],
      act: formatReportAct(texts, entry),
      exam: kind === 'exam' ? null : (examName(exam) ?? exam?.id ?? null),
      patient: kind === 'exam' || kind === 'patient' ? null : patient,
      consent: formatReportConsent(texts, entry.consent, format.date),
    };
  };
}

/** A cell whose lines wrap: a report shows everything, on paper too. */
function Lines({
  first,
  rest,
  children,
}: {
  first: ReactNode;
  rest?: readonly (string | null)[];
  children?: ReactNode;
}) {
  return (
    <span className="block py-1 wrap-break-word">
      {first}
      {rest?.map(
        (line) =>
          line !== null && (
            <span key={line} className="block text-small text-ink-muted">
              {line}
            </span>
          ),
      )}
      {children}
    </span>
  );
}

/** A patient's name and id. The id is not broken at its hyphen. */
function PatientLine({ patient }: Pick<EntryWords, 'patient'>) {
  if (patient === null) return null;
  const { name, patientId } = patient;
  return (
    <span className="block text-small text-ink-muted">
      {name !== null && `${name} · `}
      <span className="whitespace-nowrap code">{patientId}</span>
    </span>
  );
}

function useColumns(words: (entry: AccessReportEntry) => EntryWords): Column<AccessReportEntry>[] {
  const t = useText('audit/access-report');
  return [
    {
      key: 'at',
      header: t('column.at'),
      width: '15%',
      cell: (entry) => (
        <time dateTime={entry.at} className="block py-1 text-ink-muted figures">
          {words(entry).time}
        </time>
      ),
    },
    {
      key: 'who',
      header: t('column.who'),
      width: '22%',
      cell: (entry) => (
        <Lines first={<span className="font-strong">{words(entry).who}</span>} rest={words(entry).whoDetails} />
      ),
    },
    {
      key: 'what',
      header: t('column.what'),
      width: '33%',
      cell: (entry) => (
        <Lines first={words(entry).act} rest={[words(entry).exam]}>
          <PatientLine patient={words(entry).patient} />
        </Lines>
      ),
    },
    {
      key: 'consent',
      header: t('column.consent'),
      width: '19%',
      cell: (entry) => <Lines first={words(entry).consent} />,
    },
    {
      key: 'network',
      header: t('column.network'),
      width: '11%',
      isWideOnly: true,
      cell: ({ network }) => <span className="block py-1 text-small wrap-anywhere code">{network}</span>,
    },
  ];
}

/** Lists a report's entries, newest first. */
export function ReportTable({
  list,
  kind,
}: {
  list: ReturnType<typeof useAccessReport>;
  kind: ReportSubjectKind | undefined;
}) {
  const t = useText('audit/access-report');
  const wordsOf = useEntryWords(kind);
  const columns = useColumns(wordsOf);
  const { rows, error, isFetching, refetch } = list;
  return (
    <Table
      label={t('label')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      skeletonRows={10}
      phoneRow={(entry) => {
        const words = wordsOf(entry);
        return {
          title: words.act,
          subtitle: (
            <span className="block min-w-0 wrap-break-word">
              {[[words.who, ...words.whoDetails].join(' · '), words.exam, words.consent || null].map(
                (line) =>
                  line !== null && (
                    <span key={line} className="block">
                      {line}
                    </span>
                  ),
              )}
              <PatientLine patient={words.patient} />
              <time dateTime={entry.at} className="block figures">
                {[words.time, entry.network].filter((part) => part !== null).join(' · ')}
              </time>
            </span>
          ),
        };
      }}
      empty={<EmptyState icon={ShieldCheck} title={t('none')} text={t('noneText')} />}
      error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
    />
  );
}
