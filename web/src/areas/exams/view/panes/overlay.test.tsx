import type { ExamToView } from '@medcloud/contract/shapes/viewing';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LanguageProvider } from '../../../../text/language.tsx';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import { Overlay } from './overlay.tsx';

const series: ExamToView['series'][number] = {
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
  phase: 'picture',
  other: undefined,
  frames: [{ imageId: 'frame:1', instanceUid: '1.2.3.4', number: 1, facts: {} }],
  index: 0,
  fault: undefined,
  drawn: 'frame:1',
  isPainted: true,
  window: undefined,
  zoom: 1,
  rotation: 0,
  inverted: false,
  letters: undefined,
  loaded: new Set(),
};

const drawn = (isOneOfMany: boolean, isPainted: boolean) =>
  renderToStaticMarkup(
    <LanguageProvider initial="en">
      <Overlay examType="ultrasound" pane={{ ...pane, isPainted }} isOneOfMany={isOneOfMany} />
    </LanguageProvider>,
  );

it('warns in each of several panes that its picture was painted, and says once for all what they are for', () => {
  const [painted, review] = ['Painted by the portal', 'For review, not for primary diagnosis'];
  expect(drawn(false, true)).toMatch(new RegExp(`${painted}.*${review}`));
  expect(drawn(true, true)).toContain(painted);
  expect(drawn(true, true)).not.toContain(review);
  expect(drawn(true, false)).not.toContain(painted);
});
