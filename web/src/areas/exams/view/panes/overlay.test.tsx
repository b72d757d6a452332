import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { LanguageProvider } from '../../../../text/language.tsx';
import { loadTexts } from '../../../../text/load-texts.ts';
import '../../../../text/all-texts.ts';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import { Overlay } from './overlay.tsx';

beforeAll(() => loadTexts('en', ['common', 'viewer']));

const series: PaneSeries = {
  examId: 'exam',
  studyUid: '1.2',
  seriesUid: '1.2.3',
  studyDescription: null,
  studyDate: null,
  modality: 'US',
  number: 1,
  description: null,
  instances: 1,
  frames: 1,
  hasThumbnail: false,
};

const pane: PaneState = {
  series,
  phase: 'image',
  other: undefined,
  frames: [{ imageId: 'frame:1', instanceUid: '1.2.3.4', number: 1, attributes: {} }],
  index: 0,
  fault: undefined,
  displayedImageId: 'frame:1',
  isRendered: true,
  window: undefined,
  zoom: 1,
  rotation: 0,
  isFlipped: false,
  pan: [0, 0],
  isInverted: false,
  orientationLabels: undefined,
  percentileWindows: [],
  loaded: new Set(),
};

const renderOverlay = (isOneOfMany: boolean, isRendered: boolean) =>
  renderToStaticMarkup(
    <LanguageProvider initial="en">
      <Overlay examType="ultrasound" pane={{ ...pane, isRendered }} isOneOfMany={isOneOfMany} />
    </LanguageProvider>,
  );

it('warns in each pane about a rendered image, and shows the intended use in a single pane only', () => {
  const [renderedNotice, reviewNotice] = ['Rendered preview', 'For review, not for primary diagnosis'];
  expect(renderOverlay(false, true)).toMatch(new RegExp(`${renderedNotice}.*${reviewNotice}`));
  expect(renderOverlay(true, true)).toContain(renderedNotice);
  expect(renderOverlay(true, true)).not.toContain(reviewNotice);
  expect(renderOverlay(true, false)).not.toContain(renderedNotice);
});
