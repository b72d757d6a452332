import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useIsNarrow } from '../lib/media.ts';
import { useText } from '../text/language.tsx';
import { Button } from '../ui/actions/button.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { DockRow } from './dock-row.tsx';
import { isInProgress, sortForDock, type Upload } from './queue.ts';
import { useUploadList, useUploads } from './upload-provider.tsx';

const maxRows = 3; // interface, "Figures"

/** Sets `--dock-height` on the document element, so the dock does not cover the page's end and toasts. */
function useDockHeight() {
  const dock = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = dock.current;
    if (!element) return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() => page.setProperty('--dock-height', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      page.removeProperty('--dock-height');
    };
  }, []);
  return dock;
}

/** Below the rows: a button that shows hidden uploads, and one that clears completed ones. */
function DockFooter({ hiddenCount, isOpen, onToggle }: { hiddenCount: number; isOpen: boolean; onToggle: () => void }) {
  const t = useText('upload.dock');
  const uploads = useUploads();
  const completedCount = useUploadList().filter(({ stage }) => stage.name === 'completed').length;
  if (hiddenCount === 0 && !isOpen && completedCount < 2) return null;
  return (
    <div className="flex min-h-10 items-center gap-2 border-t border-line px-4 py-1 md:px-6 lg:px-8">
      {(hiddenCount > 0 || isOpen) && (
        <Button variant="ghost" size="small" icon={isOpen ? ChevronDown : ChevronUp} onClick={onToggle}>
          {isOpen ? t('fewer') : t('more', { count: hiddenCount })}
        </Button>
      )}
      {completedCount >= 2 && (
        <Button variant="ghost" size="small" onClick={uploads.clearCompleted} className="ml-auto">
          {t('clear')}
        </Button>
      )}
    </div>
  );
}

function WideDock({ uploads }: { uploads: readonly Upload[] }) {
  const [isOpen, setOpen] = useState(false);
  const visibleUploads = isOpen ? uploads : uploads.slice(0, maxRows);
  return (
    <>
      <ul className="max-h-[60dvh] divide-y divide-line overflow-y-auto">
        {visibleUploads.map((upload) => (
          <DockRow key={upload.id} upload={upload} />
        ))}
      </ul>
      <DockFooter
        hiddenCount={uploads.length - visibleUploads.length}
        isOpen={isOpen && uploads.length > maxRows}
        onToggle={() => setOpen(!isOpen)}
      />
    </>
  );
}

/** The dock on a phone: the first upload and, if there are several, a header that expands the list. */
function NarrowDock({ uploads }: { uploads: readonly Upload[] }) {
  const t = useText('upload.dock');
  const [isOpen, setOpen] = useState(false);
  const [first] = uploads;
  const activeCount = uploads.filter(isInProgress).length;
  if (!first || uploads.length === 1) return first ? <ul>{<DockRow upload={first} />}</ul> : null;
  return (
    <>
      <div className="flex min-h-12 items-center gap-2 px-4">
        <p className="min-w-0 flex-1 truncate font-strong">
          {activeCount > 0 ? t('running', { count: activeCount }) : t('dock')}
        </p>
        <IconButton
          icon={isOpen ? ChevronDown : ChevronUp}
          label={isOpen ? t('close') : t('open')}
          hasTooltip={false}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-mr-2.5"
        />
      </div>
      <ul className="max-h-[50dvh] divide-y divide-line overflow-y-auto border-t border-line">
        {(isOpen ? uploads : uploads.slice(0, 1)).map((upload) => (
          <DockRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {isOpen && <DockFooter hiddenCount={0} isOpen={false} onToggle={() => setOpen(false)} />}
    </>
  );
}

function Dock({ uploads }: { uploads: readonly Upload[] }) {
  const t = useText('upload.dock');
  const isNarrow = useIsNarrow();
  const dock = useDockHeight();
  return (
    <section
      ref={dock}
      aria-label={t('dock')}
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-float md:left-16 lg:left-60"
    >
      {isNarrow ? <NarrowDock uploads={uploads} /> : <WideDock uploads={uploads} />}
    </section>
  );
}

/** The tab's uploads, at the bottom of every page of the center's area. Renders nothing if there are none. */
export function UploadDock() {
  const uploads = sortForDock(useUploadList());
  return uploads.length > 0 && <Dock uploads={uploads} />;
}
