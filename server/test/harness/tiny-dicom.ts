/** Returns the UIDs of the file that `tinyDicom` creates for a seed. */
export function tinyUids(seed: number): { study: string; series: string; instance: string } {
  const uid = `2.25.${1_000_000 + seed}`;
  return { study: `${uid}.1`, series: `${uid}.2`, instance: `${uid}.3` };
}

/** Creates a DICOM Part 10 file of about 2 KB, explicit VR little endian, for tests that do not check images. */
export function tinyDicom({ patientName, seed }: { patientName: string; seed: number }): Buffer {
  const uid = `2.25.${1_000_000 + seed}`;
  const meta = Buffer.concat([
    element(0x0002, 0x0002, 'UI', text('1.2.840.10008.5.1.4.1.1.7', '\0')),
    element(0x0002, 0x0003, 'UI', text(`${uid}.3`, '\0')),
    element(0x0002, 0x0010, 'UI', text('1.2.840.10008.1.2.1', '\0')),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  const pixels = Buffer.alloc(1_024, seed & 0xff);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(0x0002, 0x0000, 'UL', length),
    meta,
    element(0x0008, 0x0005, 'CS', text('ISO_IR 192')),
    element(0x0008, 0x0016, 'UI', text('1.2.840.10008.5.1.4.1.1.7', '\0')),
    element(0x0008, 0x0018, 'UI', text(`${uid}.3`, '\0')),
    element(0x0008, 0x0060, 'CS', text('OT')),
    element(0x0010, 0x0010, 'PN', text(patientName)),
    element(0x0020, 0x000d, 'UI', text(`${uid}.1`, '\0')),
    element(0x0020, 0x000e, 'UI', text(`${uid}.2`, '\0')),
    element(0x0028, 0x0002, 'US', short(1)),
    element(0x0028, 0x0004, 'CS', text('MONOCHROME2')),
    element(0x0028, 0x0010, 'US', short(16)),
    element(0x0028, 0x0011, 'US', short(32)),
    element(0x0028, 0x0100, 'US', short(16)),
    element(0x0028, 0x0101, 'US', short(16)),
    element(0x0028, 0x0102, 'US', short(15)),
    element(0x0028, 0x0103, 'US', short(0)),
    element(0x7fe0, 0x0010, 'OW', pixels),
  ]);
}

function text(value: string, padding = ' '): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from(padding)]);
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function element(group: number, number: number, vr: string, value: Buffer): Buffer {
  const isLong = vr === 'OW' || vr === 'OB' || vr === 'SQ' || vr === 'UN';
  const header = Buffer.alloc(isLong ? 12 : 8);
  header.writeUInt16LE(group, 0);
  header.writeUInt16LE(number, 2);
  header.write(vr, 4, 'latin1');
  if (isLong) header.writeUInt32LE(value.length, 8);
  else header.writeUInt16LE(value.length, 6);
  return Buffer.concat([header, value]);
}
