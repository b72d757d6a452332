import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { Link, Maximize, RotateCcw, Tags } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '../../../../text/language.tsx';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { CompareButton } from '../compare/compare-button.tsx';
import type { ComparedExam } from '../compare/use-compared-exam.ts';
import { copyLinkKey } from '../keyboard/tool-buttons.ts';
import { useTrial } from '../trial.ts';
import { BarButton } from './bar-button.tsx';

export function toggleFullscreen(): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  change.catch((error: unknown) => console.error(error)); // the browser may forbid it; the view then stays as it is
}

interface ViewerButtonsProps {
  viewer: Viewer;
  examView: ViewerExam;
  compared: ComparedExam;
  onTags: () => void;
  onCopyLink: () => void;
  /** Shown on a phone too. */
  children: ReactNode;
}

/** The viewer's buttons in the exam's bar. A phone has only the reset there. */
export function ViewerButtons({ viewer, examView, compared, onTags, onCopyLink, children }: ViewerButtonsProps) {
  const t = useText('viewer');
  const hasLink = useTrial() === null;
  return (
    <>
      <BarButton icon={RotateCcw} label={t('tools.reset')} className="md:hidden" onClick={() => viewer.view.reset()} />
      <span className="flex max-md:hidden">
        <CompareButton examView={examView} compared={compared} />
      </span>
      {children}
      <span className="flex max-md:hidden">
        <BarButton icon={Tags} label={t('tools.tags')} shortcut="G" hasLabel onClick={onTags} />
        {hasLink && <BarButton icon={Link} label={t('link.copy')} shortcut={copyLinkKey} onClick={onCopyLink} />}
        <BarButton icon={Maximize} label={t('tools.fullscreen')} shortcut="U" onClick={toggleFullscreen} />
      </span>
    </>
  );
}
