import type { AnnotationSet } from '@medcloud/contract/shapes/annotations';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { Ruler, Save } from 'lucide-react';
import { useState } from 'react';
import { useAnnotationSets } from '../../../../calls/annotations.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { SidePanel } from '../panels/side-panel.tsx';
import { useIsSaved, useTrial } from '../trial.ts';
import { ItemRow } from './item-row.tsx';
import { Layers } from './layers.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SavedVersion } from './saved-version.tsx';
import { usePlacedItems, usePlaneItems } from './use-placed-items.ts';

interface PanelProps {
  /** The opened exam, and the one beside it. */
  exams: readonly ViewerExam[];
  viewer: Viewer;
  state: ViewerState;
  onClose: () => void;
}

/** The caller's items on one exam, by image, and the saved version. */
function OwnItems({
  examView,
  own,
  hasDay,
  viewer,
  state,
  onClose,
}: Omit<PanelProps, 'exams'> & { examView: ViewerExam; own: AnnotationSet | undefined; hasDay: boolean }) {
  const t = useText('viewer');
  const format = useFormat();
  const canSave = useIsSaved();
  const [isSaving, setIsSaving] = useState(false);
  const { items: all } = state.measurements;
  const images = [...usePlacedItems(viewer, examView, all), ...usePlaneItems(examView, all)];
  const examId = examView.exam.id;
  if (images.length === 0 && !own) return null;
  return (
    <section>
      <h3 className="px-2 pt-3 text-small font-semibold">
        {[t('measure.own'), hasDay && format.day(examView.exam.examDate)].filter(Boolean).join(' · ')}
      </h3>
      {own && <SavedVersion {...{ examId }} set={own} />}
      {canSave && images.length > 0 && (
        <div className="px-2 pt-3">
          <Button size="small" icon={Save} onClick={() => setIsSaving(true)}>
            {t('measure.save')}
          </Button>
        </div>
      )}
      {isSaving && <SaveDialog {...{ viewer, examId }} current={own?.visibility} onClose={() => setIsSaving(false)} />}
      {images.map(({ series, title, items }) => (
        <section key={items[0]?.id} aria-label={title}>
          <h4 className="px-2 pt-3 pb-1 text-small text-v-muted figures">{title}</h4>
          <ul>
            {items.map((item) => (
              <ItemRow
                key={item.id}
                {...{ viewer, item }}
                onChoose={
                  series &&
                  (() => {
                    onClose();
                    void viewer.chooseItem(item, series);
                  })
                }
              />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** What the caller and others measured on one exam. */
function ExamItems({ examView, ...props }: Omit<PanelProps, 'exams'> & { examView: ViewerExam; hasDay: boolean }) {
  const { data } = useAnnotationSets(examView.exam.id);
  const sets = data?.sets ?? [];
  return (
    <>
      <OwnItems {...props} examView={examView} own={sets.find(({ author }) => author.isSelf)} />
      <Layers viewer={props.viewer} examId={examView.exam.id} sets={sets.filter(({ author }) => !author.isSelf)} />
    </>
  );
}

/** Lists the items of the exams by image. Choosing one opens its image, where the keyboard can move it. */
export function MeasurementsPanel({ exams, ...props }: PanelProps) {
  const t = useText('viewer');
  const isEmpty = props.state.measurements.items.length === 0;
  const isTrial = useTrial() !== null;
  const isUnsaved = !useIsSaved() && !isTrial;
  return (
    <SidePanel title={t('measure.list')} onClose={props.onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
        {isEmpty && <EmptyState icon={Ruler} title={t('measure.none')} text={t('measure.noneText')} />}
        {isUnsaved && <p className="px-2 pt-3 text-small text-v-muted">{t('measure.unsaved')}</p>}
        {exams.map((examView) => (
          <ExamItems key={examView.exam.id} {...props} examView={examView} hasDay={exams.length > 1} />
        ))}
      </div>
    </SidePanel>
  );
}
