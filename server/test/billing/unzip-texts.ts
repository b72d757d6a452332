/** Returns the texts of an archive of stored files by their names, a byte order mark kept. */
export function unzipTexts(zip: Buffer): Record<string, string> {
  const texts: Record<string, string> = {};
  // local headers (APPNOTE 4.3.7): 30 bytes, the name, the extra field, the file
  for (let offset = 0; zip.readUInt32LE(offset) === 0x04034b50; ) {
    const [size, nameLength, extraLength] = [
      zip.readUInt32LE(offset + 22),
      zip.readUInt16LE(offset + 26),
      zip.readUInt16LE(offset + 28),
    ];
    const start = offset + 30 + nameLength + extraLength;
    texts[zip.toString('utf8', offset + 30, offset + 30 + nameLength)] = zip.toString('utf8', start, start + size);
    offset = start + size;
  }
  return texts;
}
