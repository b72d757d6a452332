import * as core from '@cornerstonejs/core';
import * as tools from '@cornerstonejs/tools';
import { type Figure, type MeasuredKind, measuredKinds } from '../hands.ts';
import { handlesAt, type Spot, spotsAt, spotsNeeded } from './spots.ts';
import { StackProbeTool } from './stack-probe.ts';

type Point = core.Types.Point3;

/** A length, an angle, a region or a point with its value, on the picture that it was made on. */
export interface Measurement {
  readonly id: string;
  readonly kind: MeasuredKind;
  readonly imageId: string;
  /** What it measures: a length, an angle, a mean; none until it has been drawn once. */
  readonly figure: Figure | undefined;
}

const { state, selection } = tools.annotation;

const toolOf = {
  length: tools.LengthTool,
  angle: tools.AngleTool,
  rectangle: tools.RectangleROITool,
  ellipse: tools.EllipticalROITool,
  probe: StackProbeTool,
} as const satisfies Record<MeasuredKind, unknown>;

/** Under which names the library keeps what each measures, and its unit. */
const kept: Record<MeasuredKind, { value: string; unit: string }> = {
  length: { value: 'length', unit: 'unit' },
  angle: { value: 'angle', unit: '' },
  rectangle: { value: 'mean', unit: 'modalityUnit' },
  ellipse: { value: 'mean', unit: 'modalityUnit' },
  probe: { value: 'value', unit: 'modalityUnit' },
};

function figureOf(kind: MeasuredKind, { cachedStats = {} }: tools.Types.Annotation['data']): Figure | undefined {
  const stats: unknown = Object.values(cachedStats)[0];
  if (typeof stats !== 'object' || stats === null) return undefined;
  const facts = new Map<string, unknown>(Object.entries(stats));
  const found = facts.get(kept[kind].value);
  const value: unknown = Array.isArray(found) ? found[0] : found;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const unit = facts.get(kept[kind].unit);
  return { value, unit: kind === 'angle' ? '°' : typeof unit === 'string' ? unit : '' };
}

function measurementOf({ annotationUID: id, metadata, data }: tools.Types.Annotation): Measurement | undefined {
  const kind = measuredKinds.find((one) => toolOf[one].toolName === metadata?.toolName);
  const imageId = metadata?.referencedImageId;
  return id && kind && imageId ? { id, kind, imageId, figure: figureOf(kind, data) } : undefined;
}

/** All measurements of the exam, in the order in which they were made. */
export function listMeasurements(): Measurement[] {
  return state.getAllAnnotations().flatMap((annotation) => measurementOf(annotation) ?? []);
}

export function findMeasurement(id: string): Measurement | undefined {
  const annotation = state.getAnnotation(id);
  return annotation && measurementOf(annotation);
}

/** Calls back with whatever changes one, made by whatever hand; returns how to stop. */
export function watchMeasurements(onChange: () => void): () => void {
  const { ANNOTATION_ADDED, ANNOTATION_COMPLETED, ANNOTATION_MODIFIED, ANNOTATION_REMOVED } = tools.Enums.Events;
  const events = [ANNOTATION_ADDED, ANNOTATION_COMPLETED, ANNOTATION_MODIFIED, ANNOTATION_REMOVED];
  for (const event of events) core.eventTarget.addEventListener(event, onChange);
  return () => {
    for (const event of events) core.eventTarget.removeEventListener(event, onChange);
  };
}

/** A new one on the picture in sight, all of it at one spot; returns its id. */
export function addMeasurement(viewport: core.Types.IStackViewport, kind: MeasuredKind, spot: Spot): string {
  const annotation = toolOf[kind].createAnnotationForViewport(viewport);
  const points = handlesAt(kind, Array(spotsNeeded[kind]).fill(spot)).map(([x, y]) => viewport.canvasToWorld([x, y]));
  annotation.data.handles = { ...annotation.data.handles, points };
  return state.addAnnotation(annotation, viewport.element);
}

/** Where its points lie in the patient. */
export function pointsOf(id: string): Point[] {
  return state.getAnnotation(id)?.data.handles?.points?.map(([x, y, z]): Point => [x, y, z]) ?? [];
}

export function placePoints(id: string, viewport: core.Types.IStackViewport, points: Point[]): void {
  const annotation = state.getAnnotation(id);
  if (!annotation?.data.handles) return;
  annotation.data.handles.points = points;
  annotation.invalidated = true;
  viewport.render();
}

/** What can be set of it, in CSS pixels of its pane: its points, of a region two opposite corners. */
export function spotsOf(id: string, viewport: core.Types.IStackViewport): Spot[] {
  const kind = findMeasurement(id)?.kind;
  const points = pointsOf(id).map((point): Spot => viewport.worldToCanvas(point));
  return kind ? spotsAt(kind, points) : [];
}

export function placeSpots(id: string, viewport: core.Types.IStackViewport, spots: readonly Spot[]): void {
  const kind = findMeasurement(id)?.kind;
  if (!kind) return;
  const points = handlesAt(kind, spots).map(([x, y]) => viewport.canvasToWorld([x, y]));
  placePoints(id, viewport, points);
}

/** Shows which one is chosen; none where none is named. */
export function chooseMeasurement(id: string | undefined): void {
  selection.deselectAnnotation();
  if (id) selection.setAnnotationSelected(id);
}

export function removeMeasurement(id: string): void {
  state.removeAnnotation(id);
}

/** Removes the named measurement, else the chosen one; all where none is. */
export function removeMeasurements(id?: string): void {
  const chosen = id === undefined ? selection.getAnnotationsSelected() : [id];
  if (chosen.length === 0) state.removeAllAnnotations();
  for (const id of chosen) state.removeAnnotation(id);
}
