import { routes } from '@medcloud/contract';
import { type OwnWindow, ownWindows } from '@medcloud/contract/choices';
import { Fault } from '@medcloud/contract/faults';
import { ownScope } from '../../../../../domain/authorization/authorize.ts';
import { findOwnImage } from '../../../../../domain/own/find-own-image.ts';
import { hashSecret } from '../../../../../platform/crypto/hash-secret.ts';
import { getOwnSecret } from '../../../../server/credentials.ts';
import { streamHandler } from '../../../../server/handler.ts';
import { fileHeaders } from '../../../../server/security-headers.ts';
import { withWorker } from '../../../../server/with-worker.ts';

const maxSidePixels = 1_024;

/** GET /api/own/exams/{id}/series/{series}/images/{image}: an image as WebP. It is not cached by the browser. */
export const image = streamHandler(routes.own.image, async (call) => {
  const { context, config, imaging, ownAccessLogger, throttle, request, httpRequest, reply, params, query } = call;
  const secret = getOwnSecret(httpRequest, config);
  const found = await findOwnImage({ context, caches: imaging.caches }, secret, { ...params, examId: params.id });
  const { series, instance, frame } = found;
  // counted by session, as for a doctor: a series of 600 images is one scroll
  const group = hashSecret(secret).toString('hex');
  await throttle.refundAddress('frames', request.countedBlock);
  await throttle.checkSession(group, 'frames');
  await ownAccessLogger.logView(request, secret, { ...series.row, id: series.row.examId });
  const bytes = await withWorker(reply, group, (options) =>
    imaging.renderedImages.get(
      ownScope(secret),
      series,
      {
        instance,
        frame,
        format: 'webp',
        within: { width: maxSidePixels, height: maxSidePixels },
        window: windowOf(query.window, series.row.examType),
      },
      options,
    ),
  );
  return reply.headers({ ...fileHeaders, 'content-type': 'image/webp' }).send(bytes);
});

/** The windows are in Hounsfield units. Throws `not_acceptable` for another type of exam. */
function windowOf(name: OwnWindow | undefined, examType: string) {
  if (name === undefined) return null;
  if (examType !== 'ct') throw new Fault('not_acceptable');
  const [center, width] = ownWindows[name];
  return { center, width, shape: 'linear' } as const;
}
