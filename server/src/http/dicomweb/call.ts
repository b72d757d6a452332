import type { Route } from '@medcloud/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CenterScope, DoctorScope } from '../../domain/authorization/scope.ts';
import type { Asking, CenterPerson, DoctorPerson } from '../../domain/authorization/who.ts';
import type { RecentSeries } from '../../domain/imaging/recent-series.ts';
import type { Shelves } from '../../domain/imaging/shelves.ts';
import { isLoopbackHost } from '../../platform/config/addresses.ts';
import type { EdgeContext } from '../server/context.ts';
import type { Edge } from '../server/edge.ts';
import { type Accepted, readAccept } from './accept.ts';

type Query = Record<string, string | string[]>;
type Name = 'examId' | 'study' | 'series' | 'instance' | 'frames' | 'path';

/** A call of DICOMweb, of either address of a resource, whose path has these names. */
export interface DicomWebCall<K extends Name = never> extends EdgeContext {
  readonly params: { readonly [N in Name]?: string } & Record<K, string>;
  readonly query: Query;
  readonly asking: Asking<CenterPerson | DoctorPerson>;
  readonly scope: CenterScope | DoctorScope;
  readonly request: FastifyRequest;
  readonly out: FastifyReply;
}

/** The same answer at both addresses of a resource. */
export function bothEdges<K extends Name>(
  [plain, ofExam]: readonly [Route, Route],
  answer: (call: DicomWebCall<K>) => Promise<unknown>,
): Edge[] {
  return [plain, ofExam].map((route) => ({ route, answer, raw: true }));
}

/** What a reader of series needs. */
export function readingOf({ portal, imaging }: DicomWebCall): { portal: DicomWebCall['portal']; shelves: Shelves } {
  return { portal, shelves: imaging.shelves };
}

/** The same for what is asked again and again, as the images of a series are. */
export function quickReadingOf(call: DicomWebCall): ReturnType<typeof readingOf> & { recent: RecentSeries } {
  return { ...readingOf(call), recent: call.imaging.recent };
}

/** What the request accepts. */
export function acceptedBy({ request, query }: DicomWebCall): readonly Accepted[] {
  const { accept } = query;
  return readAccept(request.headers.accept, typeof accept === 'string' ? accept : undefined);
}

/** Where the answer's own addresses begin: as the client reached us, where that is loopback. */
export function rootOf({ config, request, params }: DicomWebCall): string {
  const isLocal = config.posture === 'evaluation' && isLoopbackHost(request.hostname);
  const origin = isLocal ? `http://${request.host}` : config.publicUrl.origin;
  return `${origin}/dicom-web${params.examId === undefined ? '' : `/exams/${params.examId}`}`;
}
