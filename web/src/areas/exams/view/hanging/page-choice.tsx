import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import type { Hanging } from '../../../../viewer/hanging/hang.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { BarButton } from '../toolbar/bar-button.tsx';
import { showPage } from './show-hanging.ts';

/** Returns the page that the panes show, from 0; undefined if they show something else. */
function shownPage({ pages }: Hanging, { panes, layout }: ViewerState): number | undefined {
  const found = pages.findIndex(
    (page) =>
      page.layout === layout &&
      page.images.every(
        ({ series, index }, at) => panes[at]?.series === series && (index === undefined || panes[at]?.index === index),
      ),
  );
  return found >= 0 ? found : undefined;
}

/** Leads through the pages of a hanging: all views, and each view beside the prior one. */
export function PageChoice({ viewer, state, hanging }: { viewer: Viewer; state: ViewerState; hanging: Hanging }) {
  const t = useText('viewer');
  const page = shownPage(hanging, state);
  const count = hanging.pages.length;
  const text = page === undefined ? '–' : String(page + 1);
  return (
    <span className="flex items-center">
      <BarButton
        icon={ChevronLeft}
        label={t('hanging.previous')}
        disabled={page === 0}
        onClick={() => showPage(viewer, hanging, (page ?? 1) - 1)}
      />
      <span className="text-small text-v-muted figures">{t('hanging.page', { page: text, count: String(count) })}</span>
      <BarButton
        icon={ChevronRight}
        label={t('hanging.next')}
        disabled={page === count - 1}
        onClick={() => showPage(viewer, hanging, (page ?? -1) + 1)}
      />
    </span>
  );
}
