import { routes } from '@medcloud/contract';
import { readOwnExam, readOwnExams } from '../../../domain/own/read-own-exams.ts';
import { getOwnSecret } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';

export const exams = handler(routes.own.exams, ({ context, config, httpRequest, query }) =>
  readOwnExams(context, getOwnSecret(httpRequest, config), query),
);

export const exam = handler(routes.own.exam, ({ context, config, ownAccessLogger, request, httpRequest, params }) =>
  readOwnExam(context, ownAccessLogger, request, getOwnSecret(httpRequest, config), params.id),
);
