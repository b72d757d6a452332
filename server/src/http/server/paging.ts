import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets a paged list's headers: Link to the next page (an absolute path), X-Total-Count from 0 to 1000 or 1000+ (shapes, "patients"). */
export function setPage(
  request: FastifyRequest,
  out: FastifyReply,
  { total, cursor }: { total: number; cursor: string | null },
): void {
  out.header('x-total-count', total > 1_000 ? '1000+' : String(total));
  if (cursor === null) return;
  const next = new URL(request.url, 'http://portal');
  next.searchParams.set('cursor', cursor);
  out.header('link', `<${next.pathname}${next.search}>; rel="next"`);
}
