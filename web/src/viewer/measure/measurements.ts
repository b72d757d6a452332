import * as core from '@cornerstonejs/core';
import * as tools from '@cornerstonejs/tools';
import { type Figure, type MeasurementKind, measurementKinds } from '../tool-names.ts';
import { type Handle, handleCounts, handlesFromPoints, pointsFromHandles } from './handles.ts';
import { StackProbeTool } from './stack-probe.ts';

type Point = core.Types.Point3;

/** A length, an angle, a region or a point with its value, on one image. */
export interface Measurement {
  readonly id: string;
  readonly kind: MeasurementKind;
  readonly imageId: string;
  /** Its value: a length, an angle, a mean. Undefined until it was rendered once. */
  readonly figure: Figure | undefined;
}

const { state, selection } = tools.annotation;

const toolByKind = {
  length: tools.LengthTool,
  angle: tools.AngleTool,
  rectangle: tools.RectangleROITool,
  ellipse: tools.EllipticalROITool,
  probe: StackProbeTool,
} as const satisfies Record<MeasurementKind, unknown>;

/** Cornerstone's names of each kind's value and unit. */
const statNames: Record<MeasurementKind, { value: string; unit: string }> = {
  length: { value: 'length', unit: 'unit' },
  angle: { value: 'angle', unit: '' },
  rectangle: { value: 'mean', unit: 'modalityUnit' },
  ellipse: { value: 'mean', unit: 'modalityUnit' },
  probe: { value: 'value', unit: 'modalityUnit' },
};

function figureOf(kind: MeasurementKind, { cachedStats = {} }: tools.Types.Annotation['data']): Figure | undefined {
  const stats: unknown = Object.values(cachedStats)[0];
  if (typeof stats !== 'object' || stats === null) return undefined;
  const entries = new Map<string, unknown>(Object.entries(stats));
  const stat = entries.get(statNames[kind].value);
  const value: unknown = Array.isArray(stat) ? stat[0] : stat;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  const unit = entries.get(statNames[kind].unit);
  return { value, unit: kind === 'angle' ? '°' : typeof unit === 'string' ? unit : '' };
}

function measurementOf({ annotationUID: id, metadata, data }: tools.Types.Annotation): Measurement | undefined {
  const kind = measurementKinds.find((one) => toolByKind[one].toolName === metadata?.toolName);
  const imageId = metadata?.referencedImageId;
  return id && kind && imageId ? { id, kind, imageId, figure: figureOf(kind, data) } : undefined;
}

/** Lists all measurements of the exam in order of creation. */
export function listMeasurements(): Measurement[] {
  return state.getAllAnnotations().flatMap((annotation) => measurementOf(annotation) ?? []);
}

export function findMeasurement(id: string): Measurement | undefined {
  const annotation = state.getAnnotation(id);
  return annotation && measurementOf(annotation);
}

/** Calls `onChange` on every change of a measurement, by mouse or keyboard. Returns a function that unsubscribes. */
export function subscribeToMeasurements(onChange: () => void): () => void {
  const { ANNOTATION_ADDED, ANNOTATION_COMPLETED, ANNOTATION_MODIFIED, ANNOTATION_REMOVED } = tools.Enums.Events;
  const events = [ANNOTATION_ADDED, ANNOTATION_COMPLETED, ANNOTATION_MODIFIED, ANNOTATION_REMOVED];
  for (const event of events) core.eventTarget.addEventListener(event, onChange);
  return () => {
    for (const event of events) core.eventTarget.removeEventListener(event, onChange);
  };
}

/** Adds a measurement to the shown image with all points at `handle`. Returns its id. */
export function addMeasurement(viewport: core.Types.IStackViewport, kind: MeasurementKind, handle: Handle): string {
  const annotation = toolByKind[kind].createAnnotationForViewport(viewport);
  const points = pointsFromHandles(kind, Array(handleCounts[kind]).fill(handle)).map(([x, y]) =>
    viewport.canvasToWorld([x, y]),
  );
  annotation.data.handles = { ...annotation.data.handles, points };
  return state.addAnnotation(annotation, viewport.element);
}

/** Returns a measurement's points in patient coordinates. */
export function pointsOf(id: string): Point[] {
  return state.getAnnotation(id)?.data.handles?.points?.map(([x, y, z]): Point => [x, y, z]) ?? [];
}

export function setPoints(id: string, viewport: core.Types.IStackViewport, points: Point[]): void {
  const annotation = state.getAnnotation(id);
  if (!annotation?.data.handles) return;
  annotation.data.handles.points = points;
  annotation.invalidated = true;
  viewport.render();
}

/** Returns a measurement's handles in CSS pixels of its pane: its points, or for a region two opposite corners. */
export function handlesOf(id: string, viewport: core.Types.IStackViewport): Handle[] {
  const kind = findMeasurement(id)?.kind;
  const points = pointsOf(id).map((point): Handle => viewport.worldToCanvas(point));
  return kind ? handlesFromPoints(kind, points) : [];
}

export function setHandles(id: string, viewport: core.Types.IStackViewport, handles: readonly Handle[]): void {
  const kind = findMeasurement(id)?.kind;
  if (!kind) return;
  const points = pointsFromHandles(kind, handles).map(([x, y]) => viewport.canvasToWorld([x, y]));
  setPoints(id, viewport, points);
}

/** Selects a measurement, or none if `id` is undefined. */
export function chooseMeasurement(id: string | undefined): void {
  selection.deselectAnnotation();
  if (id) selection.setAnnotationSelected(id);
}

export function removeMeasurement(id: string): void {
  state.removeAnnotation(id);
}

/** Removes the measurement with this id, otherwise the selected ones, otherwise all. */
export function removeMeasurements(id?: string): void {
  const selected = id === undefined ? selection.getAnnotationsSelected() : [id];
  if (selected.length === 0) state.removeAllAnnotations();
  for (const id of selected) state.removeAnnotation(id);
}
