import * as core from '@cornerstonejs/core';
import * as tools from '@cornerstonejs/tools';
import type { Annotation, AnnotationStats } from '@medcloud/contract/shapes/annotations';
import { textOf } from '@medcloud/dicom/json';
import { type MeasurementKind, measurementKinds } from '../tool-names.ts';
import type { Point2 } from './geometry.ts';
import {
  type Handle,
  handleCounts,
  handlesFromPoints,
  itemPointsFrom,
  libraryPointsFrom,
  pointCounts,
  pointsFromHandles,
} from './handles.ts';
import { type PlacedImage, toImagePoint, toLibraryPoint } from './image-points.ts';
import { type LibraryAnnotation, measuringTools } from './measuring-tools.ts';

type Point = core.Types.Point3;

/** A measurement on one image, as Cornerstone draws it. */
export interface Measurement {
  readonly id: string;
  readonly kind: MeasurementKind;
  readonly imageId: string;
  /** Undefined until it was measured, and if it has no values. */
  readonly stats: AnnotationStats | undefined;
}

/** Returns the lines beside a measurement: its values, and its label if it has one. */
export type MeasurementText = (stats: AnnotationStats | undefined, label: string | undefined) => string[];

/** What an item says of its place. */
export type PlacedItem = Pick<Annotation, 'id' | 'kind' | 'points' | 'label'>;

const { state, selection, locking } = tools.annotation;

/** What the tools measured last, by the data of the annotation. */
const measured = new WeakMap<LibraryAnnotation['data'], AnnotationStats>();

export function setStats({ data }: LibraryAnnotation, stats: AnnotationStats | undefined): void {
  if (stats) measured.set(data, stats);
  else measured.delete(data);
}

export const statsOf = (data: LibraryAnnotation['data']): AnnotationStats | undefined => measured.get(data);

export function kindOf({ metadata }: LibraryAnnotation): MeasurementKind | undefined {
  return measurementKinds.find((kind) => measuringTools[kind].toolName === metadata?.toolName);
}

function measurementOf(annotation: LibraryAnnotation): Measurement | undefined {
  const { annotationUID: id, metadata, data } = annotation;
  const kind = kindOf(annotation);
  const imageId = metadata?.referencedImageId;
  return id && kind && imageId ? { id, kind, imageId, stats: statsOf(data) } : undefined;
}

export function listAnnotations(): LibraryAnnotation[] {
  return state.getAllAnnotations();
}

export function findAnnotation(id: string): LibraryAnnotation | undefined {
  return state.getAnnotation(id);
}

export function findMeasurement(id: string): Measurement | undefined {
  const annotation = findAnnotation(id);
  return annotation && measurementOf(annotation);
}

/** A change of a measurement, by mouse or keyboard. */
export type MeasurementEvent = 'added' | 'completed' | 'modified' | 'removed';

/** Calls `onChange` on every change of a measurement. Returns a function that unsubscribes. */
export function subscribeToMeasurements(
  onChange: (event: MeasurementEvent, annotation: LibraryAnnotation) => void,
): () => void {
  const { ANNOTATION_ADDED, ANNOTATION_COMPLETED, ANNOTATION_MODIFIED, ANNOTATION_REMOVED } = tools.Enums.Events;
  const names = [
    [ANNOTATION_ADDED, 'added'],
    [ANNOTATION_COMPLETED, 'completed'],
    [ANNOTATION_MODIFIED, 'modified'],
    [ANNOTATION_REMOVED, 'removed'],
  ] as const;
  const listeners = names.map(([name, event]) => {
    const listener = (fired: Event | CustomEvent<{ annotation: LibraryAnnotation }>) => {
      if ('detail' in fired) onChange(event, fired.detail.annotation);
    };
    core.eventTarget.addEventListener(name, listener);
    return () => core.eventTarget.removeEventListener(name, listener);
  });
  return () => {
    for (const unsubscribe of listeners) unsubscribe();
  };
}

/** Adds a measurement to the shown image with all points at `handle`. Returns its id. */
export function addMeasurement(viewport: core.Types.IStackViewport, kind: MeasurementKind, handle: Handle): string {
  const annotation = measuringTools[kind].createAnnotationForViewport(viewport);
  const points = pointsFromHandles(kind, Array(handleCounts[kind]).fill(handle)).map(([x, y]) =>
    viewport.canvasToWorld([x, y]),
  );
  annotation.data.handles = { ...annotation.data.handles, points };
  return state.addAnnotation(annotation, viewport.element);
}

/** Ends the creation of a measurement that has all its points. */
export function completeMeasurement(id: string): void {
  const annotation = findAnnotation(id);
  if (annotation) state.triggerAnnotationCompleted(annotation);
}

/** Returns a measurement's points in patient coordinates. */
export function pointsOf(id: string): Point[] {
  return findAnnotation(id)?.data.handles?.points?.map(([x, y, z]): Point => [x, y, z]) ?? [];
}

export function setPoints(id: string, viewport: core.Types.IStackViewport, points: Point[]): void {
  const annotation = findAnnotation(id);
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

/** Sets the text of an arrow or a text. */
export function setLabel(id: string, label: string): void {
  const annotation = findAnnotation(id);
  if (!annotation) return;
  annotation.data.label = label;
  annotation.invalidated = true;
  state.triggerAnnotationModified(annotation);
}

/** Selects a measurement, or none if `id` is undefined. */
export function chooseMeasurement(id: string | undefined): void {
  selection.deselectAnnotation();
  if (id) selection.setAnnotationSelected(id);
}

/** Returns the ids of the selected measurements. */
export function selectedIds(): string[] {
  return selection.getAnnotationsSelected();
}

export function removeMeasurement(id: string): void {
  state.removeAnnotation(id);
}

/** Returns an annotation's points in an item's order, in pixels of the image. Undefined until all are set. */
export function itemPointsOf(annotation: LibraryAnnotation, image: PlacedImage): [number, number][] | undefined {
  const kind = kindOf(annotation);
  const { points = [] } = annotation.data.handles ?? {};
  if (!kind || points.length < pointCounts[kind]) return undefined;
  // Cornerstone gives a new text a second point
  const onImage = points.slice(0, pointCounts[kind]).map((point) => toImagePoint(image, point));
  return itemPointsFrom(kind, onImage).map(([x, y]) => [x, y]);
}

function libraryPointsOf({ kind, points }: PlacedItem, image: PlacedImage): Point[] {
  const onImage = points.map(([x, y]): Point2 => [x, y]);
  const ordered = kind === 'key-image' ? [] : libraryPointsFrom(kind, onImage);
  return ordered.map((point): Point => [...toLibraryPoint(image, point)]);
}

/** Draws an item on an image: adds its annotation, or changes the one that is there. */
export function drawItem(item: PlacedItem, image: PlacedImage & { readonly imageId: string }, isLocked = false): void {
  if (item.kind === 'key-image') return;
  const points = libraryPointsOf(item, image);
  const existing = findAnnotation(item.id);
  if (existing?.data.handles) {
    existing.data.handles.points = points;
    if (item.label !== undefined) existing.data.label = item.label;
    existing.invalidated = true;
    return;
  }
  const FrameOfReferenceUID = textOf(image.shown, '00200052');
  const { toolName } = measuringTools[item.kind];
  const annotation = tools.LengthTool.createAnnotation({
    annotationUID: item.id,
    highlighted: false,
    metadata: { toolName, referencedImageId: image.imageId, FrameOfReferenceUID },
    data: { label: item.label ?? '', handles: { points }, cachedStats: {} },
  });
  state.addAnnotation(annotation, FrameOfReferenceUID ?? 'undefined'); // Cornerstone's own key of an image without one
  if (isLocked) locking.setAnnotationLocked(item.id, true);
}
