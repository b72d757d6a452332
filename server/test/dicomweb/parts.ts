/** One part of a multipart response. */
export interface MultipartPart {
  contentType: string;
  bytes: Buffer;
}

/** Splits a multipart/related response by its boundary (RFC 2046 5.1). */
export async function partsOf(response: Response): Promise<MultipartPart[]> {
  const boundary = /boundary=([^;]+)$/.exec(response.headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('The response is not multipart.');
  const body = Buffer.from(await response.arrayBuffer());
  const parts: MultipartPart[] = [];
  let at = 0;
  for (;;) {
    const line = Buffer.from(`--${boundary}`);
    if (!body.subarray(at).subarray(0, line.length).equals(line))
      throw new Error('A part does not start with its boundary.');
    at += line.length;
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    const endOfHead = body.indexOf('\r\n\r\n', at);
    const head = body.toString('latin1', at, endOfHead);
    const end = body.indexOf(`\r\n--${boundary}`, endOfHead + 4);
    const bytes = body.subarray(endOfHead + 4, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (length !== bytes.length) throw new Error('The length of a part differs from its content-length.');
    parts.push({ contentType: /content-type: ([^\r\n]+)/i.exec(head)?.[1] ?? '', bytes });
    at = end + 2;
  }
}
