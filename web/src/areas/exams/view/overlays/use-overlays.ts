import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useState } from 'react';
import type { ExamOverlays } from '../../../../viewer/overlays/exam-overlays.ts';
import { isOverlaySeries } from '../../../../viewer/overlays/is-overlay-series.ts';

/** Segments and structures over the images, and whether their list is open. */
export function useOverlays(exams: readonly ViewerExam[]) {
  const [overlays, setOverlays] = useState<ExamOverlays>();
  const [isOpen, setIsOpen] = useState(false);
  const hasOverlays = exams.some(({ series }) => series.some(isOverlaySeries));
  return {
    overlays,
    setOverlays,
    isOpen: isOpen && hasOverlays,
    close: () => setIsOpen(false),
    /** Undefined if the exams have none. */
    toggle: hasOverlays ? () => setIsOpen(!isOpen) : undefined,
  };
}

export type OverlaysView = ReturnType<typeof useOverlays>;
