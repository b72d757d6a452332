import * as z from 'zod';
import { type RateClass, route } from '../route.ts';

/*
 * DICOMweb (PS3.18). Each resource stands twice: under `/dicom-web`, where a UID found in several exams is served from the
 * newest that the caller may see, and under `/dicom-web/exams/{examId}`, which serves that exam alone.
 */

const base = '/dicom-web';
const examBase = '/dicom-web/exams/{examId}';

/** A search's attributes by keyword or tag; which of them are known is the search's to say (PS3.18 8.3.4). */
const search = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

interface Described {
  readonly summary: string;
  readonly source: string;
  readonly rate?: RateClass;
  readonly deep?: true;
}

function get<const P extends string>(path: P, { rate = 'general', ...described }: Described) {
  return route({
    method: 'GET',
    path,
    who: 'center-or-doctor',
    doctor: 'subscribed',
    rate,
    tokens: true,
    query: search,
    answers: 'bytes',
    ...described,
  });
}

function both<const P extends string>(path: P, described: Described) {
  return [get(`${base}${path}`, described), get(`${examBase}${path}`, described)] as const;
}

const study = '/studies/{study}';
const series = '/studies/{study}/series/{series}';
const instance = '/studies/{study}/series/{series}/instances/{instance}';

const searches = (what: string): Described => ({
  summary: `Searches ${what} (QIDO-RS): wildcards, ranges, lists, fuzzymatching, includefield, limit, offset.`,
  source: 'PS3.18 10.6; issue DICOMweb',
});
export const [searchStudies, searchExamStudies] = both('/studies', searches('studies'));
export const [searchSeries, searchExamSeries] = both('/series', searches('series'));
export const [searchInstances, searchExamInstances] = both('/instances', searches('instances'));
export const [searchStudySeries, searchExamStudySeries] = both(`${study}/series`, searches('a study’s series'));
export const [searchStudyInstances, searchExamStudyInstances] = both(
  `${study}/instances`,
  searches('a study’s instances'),
);
export const [searchSeriesInstances, searchExamSeriesInstances] = both(
  `${series}/instances`,
  searches('a series’ instances'),
);

const retrieves = (what: string): Described => ({
  summary: `${what} as uploaded: multipart/related of application/dicom, or application/zip.`,
  source: 'PS3.18 10.4; issue DICOMweb',
});
export const [retrieveStudy, retrieveExamStudy] = both(study, retrieves('A study'));
export const [retrieveSeries, retrieveExamSeries] = both(series, retrieves('A series'));
export const [retrieveInstance, retrieveExamInstance] = both(instance, {
  summary: 'An instance as uploaded: multipart/related or application/dicom.',
  source: 'PS3.18 10.4; issue DICOMweb',
  rate: 'frames',
});

const metadata = (what: string): Described => ({
  summary: `The metadata of ${what} in the DICOM JSON model, made once at ingest.`,
  source: 'PS3.18 10.4.1.1.2; issue DICOMweb',
  rate: 'frames',
});
export const [studyMetadata, examStudyMetadata] = both(`${study}/metadata`, metadata('a study'));
export const [seriesMetadata, examSeriesMetadata] = both(`${series}/metadata`, metadata('a series'));
export const [instanceMetadata, examInstanceMetadata] = both(`${instance}/metadata`, metadata('an instance'));

export const [frames, examFrames] = both(`${instance}/frames/{frames}`, {
  summary: 'One frame or several, as they are stored: counted from 1, separated by commas.',
  source: 'PS3.18 10.4.1.1.6; issue DICOMweb',
  rate: 'frames',
});
export const [bulkdata, examBulkdata] = both(`${instance}/bulkdata/{path}`, {
  summary: 'A binary value by its tag, or by its path through items: 00081140/1/00091002.',
  source: 'PS3.18 10.4.1.1.5; issue DICOMweb',
  rate: 'frames',
  deep: true,
});

const rendered = (what: string): Described => ({
  summary: `A picture of ${what}: image/jpeg, image/png or image/webp; window and viewport as parameters.`,
  source: 'PS3.18 10.4.1.1.3; issue DICOMweb',
});
const allRendered = (what: string): Described => ({
  summary: `A picture of the middle of ${what}, or a part for each image where multipart/related is named: 64 at most.`,
  source: 'PS3.18 10.4.1.1.3; issue DICOMweb',
});
export const [studyRendered, examStudyRendered] = both(`${study}/rendered`, allRendered('a study'));
export const [seriesRendered, examSeriesRendered] = both(`${series}/rendered`, allRendered('a series'));
export const [instanceRendered, examInstanceRendered] = both(`${instance}/rendered`, rendered('an instance'));
export const [framesRendered, examFramesRendered] = both(`${instance}/frames/{frames}/rendered`, rendered('a frame'));

const thumbnail = (what: string): Described => ({
  summary: `A small picture of ${what}: the frame in its middle.`,
  source: 'PS3.18 10.4.1.1.4; issue DICOMweb',
  rate: 'frames',
});
export const [studyThumbnail, examStudyThumbnail] = both(`${study}/thumbnail`, thumbnail('a study'));
export const [seriesThumbnail, examSeriesThumbnail] = both(`${series}/thumbnail`, thumbnail('a series'));
export const [instanceThumbnail, examInstanceThumbnail] = both(`${instance}/thumbnail`, thumbnail('an instance'));
