/** One part of a multipart answer. */
export interface MultipartPart {
  contentType: string;
  bytes: Buffer;
}

/** The parts of a multipart/related answer (RFC 2046 5.1), taken apart by its boundary. */
export async function partsOf(response: Response): Promise<MultipartPart[]> {
  const boundary = /boundary=([^;]+)$/.exec(response.headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) throw new Error('The answer is not multipart.');
  const body = Buffer.from(await response.arrayBuffer());
  const parts: MultipartPart[] = [];
  let at = 0;
  for (;;) {
    const line = Buffer.from(`--${boundary}`);
    if (!body.subarray(at).subarray(0, line.length).equals(line))
      throw new Error('A part does not begin with its boundary.');
    at += line.length;
    if (body.toString('latin1', at, at + 2) === '--') return parts;
    const endOfHead = body.indexOf('\r\n\r\n', at);
    const head = body.toString('latin1', at, endOfHead);
    const end = body.indexOf(`\r\n--${boundary}`, endOfHead + 4);
    const bytes = body.subarray(endOfHead + 4, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (length !== bytes.length) throw new Error('A part is not as long as it says.');
    parts.push({ contentType: /content-type: ([^\r\n]+)/i.exec(head)?.[1] ?? '', bytes });
    at = end + 2;
  }
}
