import { routes } from '@medcloud/contract';
import { openOwnExams } from '../../../domain/own/open-own-exams.ts';
import { setOwnCookie } from '../../server/credentials.ts';
import { handler } from '../../server/handler.ts';

export const open = handler(routes.own.open, async ({ context, config, request, body, reply }) => {
  const { secret, expiresAt } = await openOwnExams(context, request, body);
  setOwnCookie(reply, config, secret);
  return { expiresAt };
});
