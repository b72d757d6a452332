import type { AnnotationVisibility } from '@medcloud/contract/shapes/annotations';
import { useState } from 'react';
import { useSession } from '../../../../app/session/session.tsx';
import { useSaveAnnotations } from '../../../../calls/annotations.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { useFailure } from '../../../../text/use-error-message.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { Note } from '../../../../ui/feedback/note.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import { RadioCards } from '../../../../ui/forms/radio-cards.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../../ui/overlays/dialog.tsx';
import type { Viewer } from '../../../../viewer/viewer.ts';

const visibilities: readonly AnnotationVisibility[] = ['author', 'center', 'all'];

interface SaveDialogProps {
  viewer: Viewer;
  examId: string;
  /** Who sees the saved version; undefined before the first. */
  current: AnnotationVisibility | undefined;
  onClose: () => void;
}

/** Saves the items of an exam as a version, and chooses who sees it. */
export function SaveDialog({ viewer, examId, current, onClose }: SaveDialogProps) {
  const t = useText('viewer');
  const ui = useUiText();
  const toast = useToast();
  const describeFailure = useFailure();
  const { user } = useSession();
  const saveVersion = useSaveAnnotations(examId);
  const [visibility, setVisibility] = useState<AnnotationVisibility>(
    current ?? (user?.role === 'doctor' ? 'author' : 'all'),
  );
  const [error, setError] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    setError(null);
    try {
      await viewer.measurements.saveVersion(examId, (revision) => saveVersion(visibility, revision));
      toast({ title: t('measure.saved'), text: t(`measure.visibleTo.${visibility}`) });
      onClose();
    } catch (failure) {
      setError(failure);
      setIsSaving(false);
    }
  };
  return (
    <Dialog open title={t('measure.save')} text={t('measure.saveText')} onClose={onClose}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <RadioCards
          label={t('measure.visibility')}
          value={visibility}
          onChange={(value) => setVisibility(visibilities.find((one) => one === value) ?? 'author')}
          options={visibilities.map((value) => ({ value, title: t(`measure.visibleTo.${value}`) }))}
        />
        {error !== null && <Note variant="danger" title={describeFailure(error)} />}
        <DialogActions>
          <Button onClick={onClose}>{ui('action.cancel')}</Button>
          <Button variant="primary" type="submit" busy={isSaving}>
            {t('measure.save')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
