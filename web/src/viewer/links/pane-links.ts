import { numberOf, textOf } from '@medcloud/dicom/json';
import type { Frame } from '../loading/frames.ts';
import type { Pane, PaneState } from '../stack/pane.ts';
import { type Anchor, followSlice, relationOf, type SliceRelation } from './slice-link.ts';

/** What linked panes have in common. */
export const linkKinds = ['scroll', 'zoom', 'window'] as const;
export type LinkKind = (typeof linkKinds)[number];

export interface LinkState {
  readonly kinds: Readonly<Record<LinkKind, boolean>>;
  /** How each pane's slices follow the active pane's; undefined for the active one and for those without images. */
  readonly relations: readonly (SliceRelation | undefined)[];
}

export const initialLinks: LinkState = { kinds: { scroll: true, zoom: true, window: true }, relations: [] };

/** The viewer, as far as links need it. */
export interface LinkedPanes {
  /** The states of the visible panes. */
  states(): readonly PaneState[];
  active(): number;
  pane(paneIndex: number): Pane | undefined;
  seek(paneIndex: number, index: number): Promise<void>;
  onChange(links: LinkState): void;
}

/**
 * Links the visible panes: the others follow the active one. Slices that belong together are remembered from the moment
 * a series is shown, or from `linkHere`, so the relation does not drift.
 */
export class PaneLinks {
  readonly #panes: LinkedPanes;
  readonly #anchors = new Map<number, Anchor>();
  /** The linked slice of a pane whose series is still loaded, where it was linked before. */
  readonly #restored = new Map<number, number>();
  /** The slice that a pane is to show next, while it still loads another. */
  readonly #wanted = new Map<number, number>();
  /** The slice that a pane loads because it follows another. */
  readonly #seeking = new Map<number, number>();
  readonly #aligned = new WeakSet<readonly Frame[]>();
  #state = initialLinks;

  constructor(panes: LinkedPanes) {
    this.#panes = panes;
  }

  /** Switches one kind of link on or off. */
  toggle(kind: LinkKind): void {
    const kinds = { ...this.#state.kinds, [kind]: !this.#state.kinds[kind] };
    this.#change({ ...this.#state, kinds });
    if (kinds[kind]) this.#followAll();
  }

  switchOff(kind: LinkKind): void {
    this.#change({ ...this.#state, kinds: { ...this.#state.kinds, [kind]: false } });
  }

  /** Restores which kinds of links are on. */
  restore(kinds: LinkState['kinds']): void {
    this.#change({ ...this.#state, kinds });
  }

  /** Sets the linked slice of the series that a pane is about to show, or that it has none yet. */
  restoreAnchor(paneIndex: number, index: number | undefined): void {
    if (index === undefined) this.#restored.delete(paneIndex);
    else this.#restored.set(paneIndex, index);
  }

  /** Returns a pane's linked slice, from 0. */
  anchorOf(paneIndex: number): number | undefined {
    return this.#anchors.get(paneIndex)?.index ?? this.#restored.get(paneIndex);
  }

  /** From now on, the slices that are shown belong together. */
  linkHere(): void {
    this.#anchors.clear();
    for (const [paneIndex, { frames, index }] of this.#panes.states().entries())
      if (frames.length > 0) this.#anchors.set(paneIndex, { frames, index });
    this.#refreshRelations();
  }

  /** The number of panes, the active pane or a series changed. */
  refresh(): void {
    const states = this.#panes.states();
    for (const [paneIndex, { frames }] of states.entries()) this.#applyRestored(paneIndex, frames);
    const isNew = states.some(({ frames }, place) => frames.length > 0 && this.#anchors.get(place)?.frames !== frames);
    if (isNew) this.linkHere();
    else this.#refreshRelations();
  }

  #applyRestored(paneIndex: number, frames: readonly Frame[]): void {
    const index = this.#restored.get(paneIndex);
    if (index === undefined || frames.length === 0) return;
    this.#restored.delete(paneIndex);
    this.#anchors.set(paneIndex, { frames, index: Math.min(Math.max(0, index), frames.length - 1) });
    this.#aligned.add(frames); // it has its own scale and window
  }

  /** A pane's state changed: if it is the active one, the others follow. */
  follow(paneIndex: number, change: Partial<PaneState>): void {
    if (change.displayedImageId !== undefined) this.#alignFirst(paneIndex);
    if (paneIndex !== this.#panes.active()) return;
    const { kinds } = this.#state;
    // a pane that became active while it followed another one does not lead by a slice on its way there
    if (change.index !== undefined && kinds.scroll && this.#seeking.get(paneIndex) !== change.index) {
      this.#wanted.delete(paneIndex);
      this.#followSlices();
    }
    if (change.zoom !== undefined && kinds.zoom) this.#followZoom();
    if (change.window !== undefined && kinds.window) this.#followWindow();
  }

  /** The panes have another size: their images have the same scale again. */
  align(): void {
    if (this.#state.kinds.zoom) this.#followZoom();
  }

  /** The first image of a series has the scale and the window of the others. */
  #alignFirst(paneIndex: number): void {
    const frames = this.#panes.states()[paneIndex]?.frames;
    if (frames === undefined || this.#aligned.has(frames)) return;
    this.#aligned.add(frames);
    this.align();
    if (this.#state.kinds.window) this.#followWindow();
  }

  #followAll(): void {
    const { kinds } = this.#state;
    if (kinds.scroll) this.#followSlices();
    if (kinds.zoom) this.#followZoom();
    if (kinds.window) this.#followWindow();
  }

  #followSlices(): void {
    const active = this.#panes.active();
    const [from, state] = [this.#anchors.get(active), this.#panes.states()[active]];
    if (!from || from.frames !== state?.frames) return;
    for (const [paneIndex, { frames }] of this.#others()) {
      const to = this.#anchors.get(paneIndex);
      if (to?.frames === frames) void this.#seek(paneIndex, followSlice(from, to, state.index));
    }
  }

  /** Shows a slice. A pane that still loads an earlier one goes on with the newest, and drops those between. */
  async #seek(paneIndex: number, index: number): Promise<void> {
    this.#wanted.set(paneIndex, index);
    if (this.#seeking.has(paneIndex)) return;
    for (let next = this.#wanted.get(paneIndex); next !== undefined; next = this.#wanted.get(paneIndex)) {
      this.#wanted.delete(paneIndex);
      this.#seeking.set(paneIndex, next);
      if (this.#panes.pane(paneIndex)?.index !== next) await this.#panes.seek(paneIndex, next);
    }
    this.#seeking.delete(paneIndex);
  }

  /** The same millimeters on a pixel, where both images have them. */
  #followZoom(): void {
    const active = this.#panes.pane(this.#panes.active());
    const [placement, scale] = [active?.placement, active?.fittingScale];
    if (placement === undefined || scale === undefined) return;
    for (const [paneIndex] of this.#others()) {
      const pane = this.#panes.pane(paneIndex);
      const own = pane?.fittingScale;
      if (own !== undefined) pane?.setPlacement({ zoom: (placement.zoom * own) / scale, pan: placement.pan });
    }
  }

  /** Only where the values have the same meaning. */
  #followWindow(): void {
    const state = this.#panes.states()[this.#panes.active()];
    if (!state?.window) return;
    for (const [paneIndex, other] of this.#others()) {
      const isSame = other.window?.width === state.window.width && other.window.center === state.window.center;
      if (!isSame && valuesOf(other) === valuesOf(state)) this.#panes.pane(paneIndex)?.setWindow(state.window);
    }
  }

  #others(): [number, PaneState][] {
    const active = this.#panes.active();
    return [...this.#panes.states().entries()].filter(([place, { frames }]) => place !== active && frames.length > 0);
  }

  #refreshRelations(): void {
    const from = this.#anchors.get(this.#panes.active());
    const relations = this.#panes.states().map((_, place) => {
      const to = place === this.#panes.active() ? undefined : this.#anchors.get(place);
      return from && to ? relationOf(from, to) : undefined;
    });
    this.#change({ ...this.#state, relations });
  }

  #change(state: LinkState): void {
    this.#state = state;
    this.#panes.onChange(state);
  }
}

const shownFrame = ({ frames, index }: PaneState): Frame | undefined => frames[index];

/** The meaning of a pane's values: modality, unit and rescale. Undefined values of two panes have none in common. */
function valuesOf(state: PaneState): string | symbol {
  const attributes = shownFrame(state)?.attributes;
  if (attributes === undefined || state.isRendered) return Symbol();
  const rescale = numberOf(attributes, '00281053') === undefined ? 'stored' : 'rescaled';
  return [textOf(attributes, '00080060'), textOf(attributes, '00281054'), rescale].join(' ');
}
