import type { Route } from '@medcloud/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CenterPrincipal, DoctorPrincipal, RequestContext } from '../../domain/authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../../domain/authorization/scope.ts';
import type { ServedReadContext } from '../../domain/dicomweb/find-study.ts';
import type { SeriesCaches } from '../../domain/imaging/cache/series-caches.ts';
import { isLoopbackHost } from '../../platform/config/addresses.ts';
import type { Handler } from '../server/handler.ts';
import type { HandlerServices } from '../server/handler-services.ts';
import { type AcceptedType, parseAccept } from './accept.ts';

type DicomWebQuery = Record<string, string | string[]>;
type ParameterName = 'examId' | 'study' | 'series' | 'instance' | 'frames' | 'path';

/** A DICOMweb call at either address of a resource, with these path parameters. */
export interface DicomWebCall<K extends ParameterName = never> extends HandlerServices {
  readonly params: { readonly [N in ParameterName]?: string } & Record<K, string>;
  readonly query: DicomWebQuery;
  readonly request: RequestContext<CenterPrincipal | DoctorPrincipal>;
  readonly scope: CenterScope | DoctorScope;
  readonly httpRequest: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Creates the handlers for both addresses of a resource. */
export function createHandlers<K extends ParameterName>(
  [plain, ofExam]: readonly [Route, Route],
  handle: (call: DicomWebCall<K>) => Promise<unknown>,
): Handler[] {
  return [plain, ofExam].map((route) => ({ route, handle, isStream: true }));
}

/** Returns the context for reading series. */
export function getReadContext({ context, imaging }: DicomWebCall): {
  context: DicomWebCall['context'];
  caches: SeriesCaches;
} {
  return { context, caches: imaging.caches };
}

/** Returns the same with recently opened series, for repeated requests such as the images of a series. */
export function getCachedReadContext(call: DicomWebCall): ServedReadContext {
  return { ...getReadContext(call), recent: call.imaging.recent, checkedExam: call.request.checkedExam };
}

/** Returns the types that the request accepts. */
export function getAcceptedTypes({ httpRequest, query }: DicomWebCall): readonly AcceptedType[] {
  const { accept } = query;
  return parseAccept(httpRequest.headers.accept, typeof accept === 'string' ? accept : undefined);
}

/** Returns the base URL of addresses in the response. On loopback it is the address that the client used. */
export function getRootUrl({ config, httpRequest, params }: DicomWebCall): string {
  const isLocal = config.posture === 'evaluation' && isLoopbackHost(httpRequest.hostname);
  const origin = isLocal ? `http://${httpRequest.host}` : config.publicUrl.origin;
  return `${origin}/dicom-web${params.examId === undefined ? '' : `/exams/${params.examId}`}`;
}
