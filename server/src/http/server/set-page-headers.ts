import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sets a paged list's headers: Link to the next page (an absolute path), X-Total-Count from 0 to 1000 or 1000+ (shapes,
 * "patients").
 */
export function setPageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, cursor }: { total: number; cursor: string | null },
): void {
  reply.header('x-total-count', total > 1_000 ? '1000+' : String(total));
  if (cursor === null) return;
  const next = new URL(request.url, 'http://portal');
  next.searchParams.set('cursor', cursor);
  reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}
