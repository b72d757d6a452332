import type { SeriesToView } from '@medcloud/contract/shapes/viewing';
import { ChevronDown, ChevronUp, FileText, Minus, Plus } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { documentText } from '../../../../text/document.ts';
import { useText } from '../../../../text/language.tsx';
import { viewerText } from '../../../../text/viewer.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { SkeletonRows } from '../../../../ui/feedback/skeleton.tsx';
import type { OpenPdf } from '../../../../viewer/documents/pdf.ts';
import { DownloadInstead, PlainSentence } from '../panes/nothing-to-show.tsx';
import { BarButton, type BarButtonProps } from '../toolbar/bar-button.tsx';
import { DocumentPage } from './document-page.tsx';
import { usePdf } from './use-pdf.ts';

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const;
const fits = zooms.indexOf(1);
const lineHigh = 60; // px, about as far as a browser's own arrow keys

/** Which page is looked at: the last one that begins above the middle. */
function pageInSight(sheet: HTMLElement): number {
  const middle = sheet.getBoundingClientRect().top + sheet.clientHeight / 2;
  const begun = [...sheet.querySelectorAll('li')].filter((page) => page.getBoundingClientRect().top <= middle);
  return Math.max(1, begun.length);
}

/** Page by page and step by step, by buttons and keys alike. */
function useLeafing(sheet: RefObject<HTMLElement | null>, pages: number) {
  const [page, setPage] = useState(1);
  const [step, setStep] = useState(fits);
  const goTo = (wanted: number) => {
    const place = Math.min(pages, Math.max(1, wanted));
    sheet.current?.querySelectorAll('li')[place - 1]?.scrollIntoView({ block: 'start' });
  };
  const zoomTo = (wanted: number) => setStep(Math.min(zooms.length - 1, Math.max(0, wanted)));
  const acts: Readonly<Record<string, () => void>> = {
    PageDown: () => goTo(page + 1),
    PageUp: () => goTo(page - 1),
    ArrowDown: () => sheet.current?.scrollBy(0, lineHigh),
    ArrowUp: () => sheet.current?.scrollBy(0, -lineHigh),
    Home: () => goTo(1),
    End: () => goTo(pages),
    '+': () => zoomTo(step + 1),
    '=': () => zoomTo(step + 1), // the plus of many keyboards without Shift
    '-': () => zoomTo(step - 1),
    '0': () => zoomTo(fits),
  };
  const onScroll = () => sheet.current && setPage(pageInSight(sheet.current));
  return { page, step, zoom: zooms[step] ?? 1, goTo, zoomTo, acts, onScroll };
}

type Leafing = ReturnType<typeof useLeafing>;

/** The keys of a document: everywhere on a screen of its own, else within it. */
function useDocumentKeys(whole: RefObject<HTMLElement | null>, isAlone: boolean, acts: Leafing['acts']) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : acts[event.key];
    if (!act || (event.target instanceof Element && event.target.closest('input, [role=menu], [role=dialog]'))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const target: GlobalEventHandlers | null = isAlone ? window : whole.current;
    const pressed = (event: KeyboardEvent) => press(event);
    target?.addEventListener('keydown', pressed);
    return () => target?.removeEventListener('keydown', pressed);
  }, [whole, isAlone]);
}

/** A button of the bar that keeps the focus where there is nothing further: its keys go on working. */
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

function DocumentBar({ leafing: { page, step, zoom, goTo, zoomTo }, pages }: { leafing: Leafing; pages: number }) {
  const t = useText(documentText);
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
  const t = useText(documentText);
  const whole = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const leafing = useLeafing(sheet, pdf.pages.length);
  const shown = new Set(pdf.pages.map((page) => page.pdf)).size;
  useDocumentKeys(whole, isAlone, leafing.acts);
  return (
    <div ref={whole} data-own-keys className="absolute inset-0 flex flex-col">
      <DocumentBar leafing={leafing} pages={pdf.pages.length} />
      <section
        ref={sheet}
        data-pages
        aria-label={t('pages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard (WCAG 2.1.1)
        tabIndex={0}
        onScroll={leafing.onScroll}
        className="min-h-0 flex-1 overflow-auto bg-v-field p-3 -outline-offset-2 focus-visible:outline-v-active md:p-6"
      >
        {shown < pdf.documents && (
          <p className="pb-3 text-center text-small text-v-muted">
            {t('first', { shown: String(shown), documents: String(pdf.documents) })}
          </p>
        )}
        <ul className="flex flex-col gap-3">
          {pdf.pages.map((page, place) => (
            <DocumentPage
              // biome-ignore lint/suspicious/noArrayIndexKey: a page is its place
              key={place}
              page={page}
              place={place + 1}
              pages={pdf.pages.length}
              zoom={leafing.zoom}
            />
          ))}
        </ul>
      </section>
    </div>
  );
}

/** The documents of a series, their pages below each other as a reader of paper would have them; or why they are not. */
export function DocumentPages({
  examId,
  series,
  isAlone = false,
}: {
  examId: string;
  series: SeriesToView;
  /** The pages are all there is on the screen. */
  isAlone?: boolean;
}) {
  const t = useText(documentText);
  const viewer = useText(viewerText);
  const { found, again } = usePdf(examId, series);
  if (found === undefined)
    return (
      <div className="absolute inset-0 p-6">
        <SkeletonRows rows={8} label={viewer('loading')} />
      </div>
    );
  if (typeof found !== 'string') return <Pages pdf={found} isAlone={isAlone} />;
  return (
    <PlainSentence icon={FileText} title={t('cannot')} text={t(found)} live covers>
      {found === 'unreachable' && <Button onClick={again}>{viewer('tryAgain')}</Button>}
      <DownloadInstead examId={examId} />
    </PlainSentence>
  );
}
