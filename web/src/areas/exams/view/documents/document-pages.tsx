import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { ChevronDown, ChevronUp, FileText, Minus, Plus } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { SkeletonRows } from '../../../../ui/feedback/skeleton.tsx';
import type { OpenPdf } from '../../../../viewer/documents/pdf.ts';
import { DownloadOriginal, ViewerMessage } from '../panes/viewer-message.tsx';
import { BarButton, type BarButtonProps } from '../toolbar/bar-button.tsx';
import { DocumentPage } from './document-page.tsx';
import { usePdf } from './use-pdf.ts';

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const fitZoomIndex = zooms.indexOf(1);
const scrollStepPx = 60; // about the distance of a browser's own arrow keys

/** Returns the current page: the last one that starts above the middle of the view. */
function findVisiblePage(sheet: HTMLElement): number {
  const middle = sheet.getBoundingClientRect().top + sheet.clientHeight / 2;
  const startedPages = [...sheet.querySelectorAll('li')].filter((page) => page.getBoundingClientRect().top <= middle);
  return Math.max(1, startedPages.length);
}

/** Returns the page and zoom actions that buttons and keys share. */
function usePageNavigation(sheet: RefObject<HTMLElement | null>, pages: number) {
  const [page, setPage] = useState(1);
  const [step, setStep] = useState(fitZoomIndex);
  const goTo = (wanted: number) => {
    const pageNumber = Math.min(pages, Math.max(1, wanted));
    sheet.current?.querySelectorAll('li')[pageNumber - 1]?.scrollIntoView({ block: 'start' });
  };
  const zoomTo = (wanted: number) => setStep(Math.min(zooms.length - 1, Math.max(0, wanted)));
  const actions: Readonly<Record<string, () => void>> = {
    PageDown: () => goTo(page + 1),
    PageUp: () => goTo(page - 1),
    ArrowDown: () => sheet.current?.scrollBy(0, scrollStepPx),
    ArrowUp: () => sheet.current?.scrollBy(0, -scrollStepPx),
    Home: () => goTo(1),
    End: () => goTo(pages),
    '+': () => zoomTo(step + 1),
    '=': () => zoomTo(step + 1), // the plus key without Shift on many keyboards
    '-': () => zoomTo(step - 1),
    '0': () => zoomTo(fitZoomIndex),
  };
  const onScroll = () => sheet.current && setPage(findVisiblePage(sheet.current));
  return { page, step, zoom: zooms[step] ?? 1, goTo, zoomTo, actions, onScroll };
}

type PageNavigation = ReturnType<typeof usePageNavigation>;

/** Handles the document's keys: in the whole window if the document is alone, otherwise within its container. */
function useDocumentKeys(
  container: RefObject<HTMLElement | null>,
  isAlone: boolean,
  actions: PageNavigation['actions'],
) {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
    if (!action || (event.target instanceof Element && event.target.closest('input, [role=menu], [role=dialog]')))
      return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const target: GlobalEventHandlers | null = isAlone ? window : container.current;
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    target?.addEventListener('keydown', onKeyDown);
    return () => target?.removeEventListener('keydown', onKeyDown);
  }, [container, isAlone]);
}

/** Shows a button that keeps the focus at the end of its range, so its keys still work. */
function StepButton({ isEnd, onClick, ...rest }: BarButtonProps & { isEnd: boolean; onClick: () => void }) {
  return (
    <BarButton
      {...rest}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onClick()}
      className="aria-disabled:opacity-40 aria-disabled:hover:bg-transparent"
    />
  );
}

function DocumentBar({
  navigation: { page, step, zoom, goTo, zoomTo },
  pages,
}: {
  navigation: PageNavigation;
  pages: number;
}) {
  const t = useText('exams.document');
  return (
    <div
      role="toolbar"
      aria-label={t('pages')}
      className="flex h-12 shrink-0 items-center justify-center gap-1 border-b border-v-line bg-v-chrome px-2"
    >
      <StepButton
        icon={ChevronUp}
        label={t('previous')}
        shortcut="PageUp"
        isEnd={page <= 1}
        onClick={() => goTo(page - 1)}
      />
      <StepButton
        icon={ChevronDown}
        label={t('next')}
        shortcut="PageDown"
        isEnd={page >= pages}
        onClick={() => goTo(page + 1)}
      />
      <p className="px-2 text-small whitespace-nowrap text-v-muted figures">
        {t('page', { page: String(page), pages: String(pages) })}
      </p>
      <span aria-hidden="true" className="mx-1 h-5 w-px bg-v-line" />
      <StepButton icon={Minus} label={t('smaller')} shortcut="-" isEnd={step === 0} onClick={() => zoomTo(step - 1)} />
      <p className="min-w-12 text-center text-small text-v-muted figures">
        {t('zoom', { percent: String(Math.round(zoom * 100)) })}
      </p>
      <StepButton
        icon={Plus}
        label={t('larger')}
        shortcut="+"
        isEnd={step === zooms.length - 1}
        onClick={() => zoomTo(step + 1)}
      />
    </div>
  );
}

function Pages({ pdf, isAlone }: { pdf: OpenPdf; isAlone: boolean }) {
  const t = useText('exams.document');
  const container = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const navigation = usePageNavigation(sheet, pdf.pages.length);
  const shownCount = new Set(pdf.pages.map((page) => page.pdf)).size;
  useDocumentKeys(container, isAlone, navigation.actions);
  return (
    <div ref={container} data-own-keys className="absolute inset-0 flex flex-col">
      <DocumentBar navigation={navigation} pages={pdf.pages.length} />
      <section
        ref={sheet}
        data-pages
        aria-label={t('pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        onScroll={navigation.onScroll}
        className="min-h-0 flex-1 overflow-auto bg-v-field p-3 -outline-offset-2 focus-visible:outline-v-active md:p-6"
      >
        {shownCount < pdf.documentCount && (
          <p className="pb-3 text-center text-small text-v-muted">
            {t('first', { shown: String(shownCount), documents: String(pdf.documentCount) })}
          </p>
        )}
        <ul className="flex flex-col gap-3">
          {pdf.pages.map((page, index) => (
            <DocumentPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is identified by its position
              key={index}
              page={page}
              pageNumber={index + 1}
              pages={pdf.pages.length}
              zoom={navigation.zoom}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

/** Shows the pages of a series' documents below each other, or why they cannot be shown. */
export function DocumentPages({
  examId,
  series,
  isAlone = false,
}: {
  examId: string;
  series: ViewerSeries;
  /** The screen shows only the pages. */
  isAlone?: boolean;
}) {
  const t = useText('exams.document');
  const viewer = useText('viewer');
  const { pdf, retry } = usePdf(examId, series);
  if (pdf === undefined)
    return (
      <div className="absolute inset-0 p-6">
        <SkeletonRows rows={8} label={viewer('loading')} />
      </div>
    );
  if (typeof pdf !== 'string') return <Pages pdf={pdf} isAlone={isAlone} />;
  return (
    <ViewerMessage icon={FileText} title={t('cannot')} text={t(pdf)} isLive isCovering>
      {(pdf === 'unreachable' || pdf === 'not_scanned') && <Button onClick={retry}>{viewer('tryAgain')}</Button>}
      {pdf !== 'not_scanned' && <DownloadOriginal examId={examId} />}
    </ViewerMessage>
  );
}
