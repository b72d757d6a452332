import { CloudAlert, CloudCheck, CloudUpload } from 'lucide-react';
import { useId } from 'react';
import { useUnsentText } from '../../../../lib/leave-guard.ts';
import { useText } from '../../../../text/language.tsx';
import type { MeasurementsState } from '../../../../viewer/measure/exam-measurements.ts';
import { useIsSaved } from '../trial.ts';

const isFailing = ({ phase, unsent }: MeasurementsState) => unsent > 0 && (phase === 'failing' || phase === 'refused');

/** Shows in the bar whether the server has the measurements. On a phone the icon alone. */
export function SaveState({ measurements }: { measurements: MeasurementsState }) {
  const t = useText('viewer');
  const { phase, unsent, items } = measurements;
  const isSavedAtAll = useIsSaved();
  if (!isSavedAtAll || isFailing(measurements) || (unsent === 0 && items.length === 0)) return null;
  const isSaved = phase === 'saved';
  const Icon = isSaved ? CloudCheck : CloudUpload;
  return (
    <span
      data-save-state={phase}
      className="inline-flex shrink-0 items-center gap-1.5 px-2 text-small text-v-muted max-md:px-1"
    >
      <Icon size={16} aria-hidden="true" />
      <span className="max-md:sr-only">{t(isSaved ? 'measure.state.saved' : 'measure.state.saving')}</span>
    </span>
  );
}

/** Stays below the bar while changes cannot be saved. Leaving the page then asks first. */
export function UnsavedNote({ measurements }: { measurements: MeasurementsState }) {
  const t = useText('viewer');
  const id = useId();
  const isShown = isFailing(measurements);
  useUnsentText(isShown ? id : undefined, 'page');
  return (
    <div role="status">
      {isShown && (
        <p className="flex items-center gap-2 border-b border-v-line bg-v-raised px-4 py-1.5 text-small text-v-warn">
          <CloudAlert size={16} className="shrink-0" aria-hidden="true" />
          <span>
            <strong className="font-strong">
              {t('measure.state.unsaved', { count: String(measurements.unsent) })}
            </strong>
            {' · '}
            {t(measurements.phase === 'refused' ? 'measure.state.refused' : 'measure.state.failing')}
          </span>
        </p>
      )}
      {measurements.isFull && (
        <p className="border-b border-v-line bg-v-raised px-4 py-1.5 text-small text-v-warn">{t('measure.full')}</p>
      )}
    </div>
  );
}
