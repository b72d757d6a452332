import * as z from 'zod';
import { type RateClass, route } from '../route.ts';

/*
 * DICOMweb (PS3.18). Each resource has two paths. Under `/dicom-web`, a UID that is in several exams is served from the
 * newest exam that the caller may see. Under `/dicom-web/exams/{examId}`, only that exam is served.
 */

const base = '/dicom-web';
const examBase = '/dicom-web/exams/{examId}';

/** A search's attributes by keyword or tag. The search itself decides which of them it supports (PS3.18 8.3.4). */
const search = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

interface RouteDescription {
  readonly summary: string;
  readonly source: string;
  readonly rate?: RateClass;
  readonly hasWildcard?: true;
}

function createRoute<const P extends string>(path: P, { rate = 'general', ...description }: RouteDescription) {
  return route({
    method: 'GET',
    path,
    access: 'center-or-doctor',
    needs: 'records.read',
    doctor: 'subscribed',
    rate,
    tokens: true,
    query: search,
    responseType: 'bytes',
    ...description,
  });
}

function createRoutePair<const P extends string>(path: P, description: RouteDescription) {
  return [createRoute(`${base}${path}`, description), createRoute(`${examBase}${path}`, description)] as const;
}

const study = '/studies/{study}';
const series = '/studies/{study}/series/{series}';
const instance = '/studies/{study}/series/{series}/instances/{instance}';

const describeSearch = (what: string): RouteDescription => ({
  summary: `Searches ${what} (QIDO-RS): wildcards, ranges, lists, fuzzymatching, includefield, limit, offset.`,
  source: 'PS3.18 10.6; issue DICOMweb',
});
export const [searchStudies, searchExamStudies] = createRoutePair('/studies', describeSearch('studies'));
export const [searchSeries, searchExamSeries] = createRoutePair('/series', describeSearch('series'));
export const [searchInstances, searchExamInstances] = createRoutePair('/instances', describeSearch('instances'));
export const [searchStudySeries, searchExamStudySeries] = createRoutePair(
  `${study}/series`,
  describeSearch('a study’s series'),
);
export const [searchStudyInstances, searchExamStudyInstances] = createRoutePair(
  `${study}/instances`,
  describeSearch('a study’s instances'),
);
export const [searchSeriesInstances, searchExamSeriesInstances] = createRoutePair(
  `${series}/instances`,
  describeSearch('a series’ instances'),
);

const describeRetrieve = (what: string): RouteDescription => ({
  summary: `${what} as uploaded: multipart/related of application/dicom, or application/zip.`,
  source: 'PS3.18 10.4; issue DICOMweb',
});
export const [retrieveStudy, retrieveExamStudy] = createRoutePair(study, describeRetrieve('A study'));
export const [retrieveSeries, retrieveExamSeries] = createRoutePair(series, describeRetrieve('A series'));
export const [retrieveInstance, retrieveExamInstance] = createRoutePair(instance, {
  summary: 'An instance as uploaded: multipart/related or application/dicom.',
  source: 'PS3.18 10.4; issue DICOMweb',
  rate: 'frames',
});

const describeMetadata = (what: string): RouteDescription => ({
  summary: `The metadata of ${what} in the DICOM JSON model, created once when the exam is indexed.`,
  source: 'PS3.18 10.4.1.1.2; issue DICOMweb',
  rate: 'frames',
});
export const [studyMetadata, examStudyMetadata] = createRoutePair(`${study}/metadata`, describeMetadata('a study'));
export const [seriesMetadata, examSeriesMetadata] = createRoutePair(`${series}/metadata`, describeMetadata('a series'));
export const [instanceMetadata, examInstanceMetadata] = createRoutePair(
  `${instance}/metadata`,
  describeMetadata('an instance'),
);

export const [frames, examFrames] = createRoutePair(`${instance}/frames/{frames}`, {
  summary: 'One or several frames as stored, numbered from 1 and separated by commas.',
  source: 'PS3.18 10.4.1.1.6; issue DICOMweb',
  rate: 'frames',
});
export const [bulkdata, examBulkdata] = createRoutePair(`${instance}/bulkdata/{path}`, {
  summary: 'A binary value by its tag, or by its path through items: 00081140/1/00091002.',
  source: 'PS3.18 10.4.1.1.5; issue DICOMweb',
  rate: 'frames',
  hasWildcard: true,
});

const describeRendered = (what: string): RouteDescription => ({
  summary: `An image of ${what}: image/jpeg, image/png or image/webp; window and viewport as parameters.`,
  source: 'PS3.18 10.4.1.1.3; issue DICOMweb',
});
const describeAllRendered = (what: string): RouteDescription => ({
  summary: `The middle image of ${what}, or with multipart/related one part for each image; at most 64.`,
  source: 'PS3.18 10.4.1.1.3; issue DICOMweb',
});
export const [studyRendered, examStudyRendered] = createRoutePair(`${study}/rendered`, describeAllRendered('a study'));
export const [seriesRendered, examSeriesRendered] = createRoutePair(
  `${series}/rendered`,
  describeAllRendered('a series'),
);
export const [instanceRendered, examInstanceRendered] = createRoutePair(
  `${instance}/rendered`,
  describeRendered('an instance'),
);
export const [framesRendered, examFramesRendered] = createRoutePair(
  `${instance}/frames/{frames}/rendered`,
  describeRendered('a frame'),
);

const describeThumbnail = (what: string): RouteDescription => ({
  summary: `A thumbnail of ${what}: its middle frame.`,
  source: 'PS3.18 10.4.1.1.4; issue DICOMweb',
  rate: 'frames',
});
export const [studyThumbnail, examStudyThumbnail] = createRoutePair(`${study}/thumbnail`, describeThumbnail('a study'));
export const [seriesThumbnail, examSeriesThumbnail] = createRoutePair(
  `${series}/thumbnail`,
  describeThumbnail('a series'),
);
export const [instanceThumbnail, examInstanceThumbnail] = createRoutePair(
  `${instance}/thumbnail`,
  describeThumbnail('an instance'),
);
