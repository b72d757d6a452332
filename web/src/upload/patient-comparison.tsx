import type { Difference } from '@medcloud/contract/patient-check/compare-patients';
import type { ExamMismatch } from '@medcloud/contract/shapes/exams';
import { classes } from '../lib/classes.ts';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { readableName } from './readable-name.ts';

function useFieldFormatter(): (field: Difference['field'], value: string) => string {
  const t = useText('exams.mismatch');
  const format = useFormat();
  return (field, value) => {
    if (field === 'name') return readableName(value);
    if (field === 'birthDate' && value !== '') return format.day(value);
    if (field === 'sex' && (value === 'M' || value === 'F')) return t(`sex.${value}`);
    return value;
  };
}

// on a phone the field's name is above its two values, each with half the width
const rowClass = 'max-sm:grid max-sm:grid-cols-2';

/** A field of record and file, side by side. */
export interface ComparedField extends Difference {
  isSame?: boolean;
}

interface PatientComparisonProps {
  differences: readonly ComparedField[];
  /** Header of the record's column. */
  recordLabel: string;
}

/** Compares the record's and the file's values field by field. */
export function PatientComparison({ differences, recordLabel }: PatientComparisonProps) {
  const t = useText('exams.mismatch');
  const formatField = useFieldFormatter();
  return (
    <table
      className={classes(
        'w-full table-fixed rounded-control border bg-surface text-left text-small',
        differences.every(({ isSame }) => isSame) ? 'border-line' : 'border-warning-line',
      )}
    >
      <thead>
        <tr className={classes(rowClass, 'text-tiny text-ink-muted')}>
          <td className="w-[30%] px-3 py-1.5 max-sm:hidden" />
          <th scope="col" className="px-3 py-1.5 font-strong">
            {recordLabel}
          </th>
          <th scope="col" className="px-3 py-1.5 font-strong">
            {t('file')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-t border-line">
        {differences.map(({ field, theirs, ours: own, isSame }) => (
          <tr key={field} className={classes(rowClass, 'align-top')}>
            <th
              scope="row"
              className="px-3 py-1.5 font-normal text-ink-muted max-sm:col-span-2 max-sm:pb-0 max-sm:text-tiny"
            >
              {t(`field.${field}`)}
            </th>
            <td className="px-3 py-1.5 wrap-break-word">
              <bdi>{own === '' ? t('anothers') : formatField(field, own)}</bdi>
            </td>
            {isSame ? (
              <td className="px-3 py-1.5 wrap-break-word">
                <bdi>{formatField(field, theirs) || '–'}</bdi>
              </td>
            ) : (
              <td className="bg-warning-soft px-3 py-1.5 font-strong wrap-break-word text-warning-text">
                <bdi>{formatField(field, theirs)}</bdi> <span className="sr-only">{t('differs')}</span>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Shows which patient an exam's files name: beside the record's values, or as a list of several patients. */
export function MismatchDetails({ mismatch }: { mismatch: ExamMismatch }) {
  const t = useText('exams.mismatch');
  const format = useFormat();
  if (mismatch.cause === 'patient-mismatch')
    return (
      mismatch.differences.length > 0 && (
        <PatientComparison differences={mismatch.differences} recordLabel={t('record')} />
      )
    );
  if (mismatch.cause === 'not-compared')
    return (
      <>
        <p className="mb-2 text-small">{t('notCompared')}</p>
        {mismatch.differences.length > 0 && (
          <PatientComparison differences={mismatch.differences} recordLabel={t('record')} />
        )}
      </>
    );
  return (
    <>
      <p className="text-small">{t('several')}</p>
      <ul className="mt-1 list-disc pl-5 text-small">
        {mismatch.patients?.map(({ name, birthDate }) => {
          const displayName = readableName(name ?? '') || t('nameless');
          return (
            <li key={`${name} ${birthDate}`}>
              <bdi>
                {birthDate === null ? displayName : t('born', { name: displayName, day: format.day(birthDate) })}
              </bdi>
            </li>
          );
        })}
      </ul>
    </>
  );
}
