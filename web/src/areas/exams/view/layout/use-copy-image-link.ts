import { useCopyLink } from '../../../../preview/use-copy-link.ts';
import { formatImageLink } from '../../../../viewer/image-link.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import type { ComparedExam } from '../compare/use-compared-exam.ts';

/** Copies a link to the image that the active pane shows, in its window and beside the compared exam. */
export function useCopyImageLink(viewer: Viewer, compared: ComparedExam): () => void {
  const copyLink = useCopyLink();
  return () => {
    const { panes, active } = viewer.readLayout();
    const pane = panes[active];
    const query = compared.examView ? `?${new URLSearchParams({ with: compared.examView.exam.id })}` : '';
    const image = pane?.sop && { sop: pane.sop, frame: pane.frame ?? 1, window: pane.view?.window };
    copyLink(`${window.location.pathname}${query}${image ? formatImageLink(image) : ''}`);
  };
}
