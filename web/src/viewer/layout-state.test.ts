import { describe, expect, it } from 'vitest';
import { layoutOf, parseLayout } from './layout-state.ts';
import { initialLinks } from './links/pane-links.ts';
import { emptyPane, type PaneState } from './stack/pane.ts';

const series = { examId: 'e', studyUid: '1.2', seriesUid: '1.3' };
const frames = [1, 2].map((number) => ({ imageId: `frame:${number}`, instanceUid: '1.4', number, attributes: {} }));
const pane: PaneState = {
  ...emptyPane,
  series: {
    ...series,
    ...{ studyDescription: null, studyDate: null, modality: 'CT', number: 1, description: null },
    ...{ instances: 1, frames: 2, hasThumbnail: false },
  },
  phase: 'image',
  frames,
  index: 1,
  window: { width: 400, center: 40 },
  rotation: 90,
  pan: [0.1, -0.2],
};
const state = { layout: '1x2', active: 0, panes: [pane, emptyPane], links: initialLinks, mpr: undefined } as const;

describe('layoutOf', () => {
  it('keeps the image, the view and the linked slice of each pane, also through JSON', () => {
    const layout = layoutOf(state, () => 0, undefined);
    expect(layout.panes).toEqual([
      {
        ...{ ...series, sop: '1.4', frame: 2, anchor: 0 },
        view: { window: pane.window, isInverted: false, rotation: 90, isFlipped: false, zoom: 1, pan: [0.1, -0.2] },
      },
      null,
    ]);
    expect(parseLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
  });

  it('keeps the image with the cross and the window of the planes', () => {
    const mpr = { window: { width: 80, center: 40 }, isInverted: true };
    const layout = layoutOf({ ...state, mpr }, () => undefined, { instanceUid: '1.4', number: 1 });
    expect(layout).toMatchObject({ mode: 'mpr', fusion: undefined });
    const fused = layoutOf({ ...state, mpr, fusion: { view: 'pet-ct' } }, () => undefined, undefined);
    expect(parseLayout(JSON.parse(JSON.stringify(fused)))?.fusion).toBe('pet-ct');
    expect(layout.panes[0]).toMatchObject({ frame: 1, view: { ...mpr, rotation: 90 } });
  });

  it('keeps only the series of a pane that is still loading', () => {
    const loading = { ...pane, phase: 'loading', frames: [] } as const;
    expect(layoutOf({ ...state, panes: [loading] }, () => undefined, undefined).panes).toEqual([series]);
  });
});

describe('parseLayout', () => {
  const layout = layoutOf(state, () => 0, undefined);
  const [shown] = layout.panes;
  const withView = (view: object) => ({ ...layout, panes: [{ ...shown, view: { ...shown?.view, ...view } }] });

  it.each([
    undefined,
    null,
    'x',
    {},
    { ...layout, layout: '9x9' },
    { ...layout, active: 6 },
    { ...layout, panes: Array(7).fill(null) },
    { ...layout, panes: [{ ...shown, seriesUid: undefined }] },
    { ...layout, panes: [{ ...shown, frame: 1.5 }] },
    { ...layout, links: { scroll: true, zoom: true } },
    withView({ zoom: 0 }),
    withView({ rotation: Number.NaN }),
    withView({ pan: [0] }),
    withView({ window: { width: 400 } }),
  ])('returns null for anything that is not a layout: %j', (value) => {
    expect(parseLayout(value)).toBeNull();
  });
});
