import type { Patient } from '@medcloud/contract/shapes/people';
import { classes } from '../../../lib/classes.ts';
import { useText } from '../../../text/language.tsx';
import { MatchedName } from '../../../ui/data/matched-name.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { usePatientSummary } from './use-patient-summary.ts';
import { usePatientTitle } from './use-patient-title.ts';

function scrollIntoView(choice: HTMLElement | null): void {
  choice?.scrollIntoView({ block: 'nearest' });
}

interface ChoicesProps {
  listId: string;
  patients: readonly Patient[];
  search: string;
  activeIndex: number;
  hasMore: boolean;
  isStale: boolean;
  onChoose: (patient: Patient) => void;
}

/** Lists the results of a patient search below its field. */
export function PatientChoices({ listId, patients, search, activeIndex, hasMore, isStale, onChoose }: ChoicesProps) {
  const patientTitle = usePatientTitle();
  const t = useText('upload');
  const patientSummary = usePatientSummary();
  return (
    <div className="absolute inset-x-0 top-full z-20 mt-1 max-h-80 animate-rise overflow-y-auto rounded-card border border-line bg-raised p-1 shadow-float">
      <div
        id={listId}
        role="listbox"
        aria-label={t('patients')}
        aria-busy={isStale}
        className={isStale ? 'opacity-50' : ''}
      >
        {patients.map((patient, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and moves through the options by aria-activedescendant
          <div
            key={patient.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(patient)}
            ref={index === activeIndex ? scrollIntoView : undefined}
            className={classes(
              'cursor-pointer rounded-badge px-2.5 py-1.5 hover:bg-sunken',
              index === activeIndex && 'bg-primary-soft hover:bg-primary-soft',
            )}
          >
            <TwoLines
              first={<MatchedName name={patientTitle(patient)} search={search} />}
              second={<span className="code">{patientSummary(patient)}</span>}
            />
          </div>
        ))}
      </div>
      {patients.length === 0 && <p className="px-2.5 py-2 text-ink-muted">{t('patientNone')}</p>}
      {hasMore && <p className="px-2.5 py-2 text-small text-ink-muted">{t('patientMore')}</p>}
    </div>
  );
}
