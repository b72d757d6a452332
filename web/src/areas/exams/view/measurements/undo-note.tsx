import { Undo2 } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import type { ExamItem } from '../../../../viewer/measure/known-images.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';

/** Offers for ten seconds to bring back what was removed. */
export function UndoNote({ viewer, removed }: { viewer: Viewer; removed: readonly ExamItem[] }) {
  const t = useText('viewer');
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-24 z-20 grid place-items-center md:bottom-10"
    >
      {removed.length > 0 && (
        <p className="pointer-events-auto flex items-center gap-3 rounded-card border border-v-line bg-v-raised py-1 pr-1 pl-4 text-body shadow-float">
          {t('measure.removedCount', { count: removed.length })}
          <button
            type="button"
            aria-keyshortcuts="Control+Z"
            onClick={() => viewer.measurements.undoRemove()}
            className="inline-flex h-11 items-center gap-2 rounded-card px-3 font-strong text-v-active hover:bg-v-active-soft focus-visible:outline-v-active md:h-9"
          >
            <Undo2 size={16} aria-hidden="true" />
            {t('measure.undo')}
          </button>
        </p>
      )}
    </div>
  );
}
