import { expect } from 'vitest';
import { tinyUids } from '../../harness/tiny-dicom.ts';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import { readRows } from '../rows.ts';
import { type Answer, jsonOf } from '../send.ts';

/** The address with the ids of center A's exam, whose file has one instance of one frame. */
function addressOf({ row, stage }: Attempt): string {
  const { centerA } = stage.world.cast;
  const { study, series, instance } = tinyUids(1);
  const ids: Record<string, string> = {
    E1: centerA.examId,
    P1: centerA.patient.patientId,
    S1: study,
    R1: series,
    I1: instance,
    F1: '1',
    tag: '7FE00010',
  };
  return row.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? name);
}

/** A search lists the exam's only for whom it is there; a retrieval holds its bytes. */
function demand(answer: Answer, { row, actor, stage }: Attempt): void {
  const sees = actor === 'center_a' || actor === 'doctor_consent';
  const type = String(answer.headers['content-type']);
  if (/\/(studies|series|instances)(\?.*)?$/.test(row.path)) {
    expect(type).toBe('application/dicom+json; charset=utf-8');
    const studies = JSON.stringify(jsonOf(answer)).match(/"2\.25\.100000[12]\.1"/g) ?? [];
    const own = actor === 'center_b' ? '"2.25.1000002.1"' : '"2.25.1000001.1"';
    expect(studies.every((uid) => uid === own)).toBe(true);
    if (sees) expect(studies).not.toEqual([]);
    if (row.variant === 'QIDO' && !sees) expect(jsonOf(answer)).toEqual([]);
    return;
  }
  if (/(thumbnail|rendered)$/.test(row.path)) {
    expect(type).toBe('image/jpeg');
    expect(answer.bytes.toString('hex', 0, 3)).toBe('ffd8ff');
    return;
  }
  const { file } = stage.world.cast.centerA;
  if (/\{(S1|R1|I1)\}$/.test(row.path)) expect(answer.bytes.includes(file)).toBe(true);
  if (/\{(F1|tag)\}$/.test(row.path)) expect(answer.bytes.includes(file.subarray(-1_024))).toBe(true);
  if (row.path.endsWith('metadata')) expect(type).toBe('application/dicom+json; charset=utf-8');
  else expect(type).toMatch(/^multipart\/related; type="application\/(dicom|octet-stream)"; boundary=/);
}

const asked: Variant = plain((attempt) => ({ method: attempt.row.method, path: addressOf(attempt) }), demand);

const names = readRows()
  .filter(({ path, waitsFor }) => path.startsWith('/dicom-web/') && waitsFor === undefined)
  .map(({ method, path, variant }) => `${method} ${path} ${variant}`);

export const dicomWeb: Variants = Object.fromEntries([...new Set(names)].map((name) => [name, asked]));
