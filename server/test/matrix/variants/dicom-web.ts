import { expect } from 'vitest';
import { tinyUids } from '../../harness/tiny-dicom.ts';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import { allRows } from '../rows.ts';
import { jsonOf, type TestResponse } from '../send.ts';

/** Returns the path with the ids of center A's exam, whose file has one instance with one frame. */
function addressOf({ row, fixture }: Attempt): string {
  const { centerA } = fixture.testApp.fixtures;
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

/** Expects that a search lists the exam only for actors with access, and that a retrieval contains its bytes. */
function demand(response: TestResponse, { row, actor, fixture }: Attempt): void {
  const hasAccess = actor === 'center_a' || actor === 'doctor_consent';
  const type = String(response.headers['content-type']);
  if (/\/(studies|series|instances)(\?.*)?$/.test(row.path)) {
    expect(type).toBe('application/dicom+json; charset=utf-8');
    const studies = JSON.stringify(jsonOf(response)).match(/"2\.25\.100000[12]\.1"/g) ?? [];
    const own = actor === 'center_b' ? '"2.25.1000002.1"' : '"2.25.1000001.1"';
    expect(studies.every((uid) => uid === own)).toBe(true);
    if (hasAccess) expect(studies).not.toEqual([]);
    if (row.variant === 'QIDO' && !hasAccess) expect(jsonOf(response)).toEqual([]);
    return;
  }
  if (/(thumbnail|rendered)$/.test(row.path)) {
    expect(type).toBe('image/jpeg');
    expect(response.bytes.toString('hex', 0, 3)).toBe('ffd8ff');
    return;
  }
  const { file } = fixture.testApp.fixtures.centerA;
  if (/\{(S1|R1|I1)\}$/.test(row.path)) expect(response.bytes.includes(file)).toBe(true);
  if (/\{(F1|tag)\}$/.test(row.path)) expect(response.bytes.includes(file.subarray(-1_024))).toBe(true);
  if (row.path.endsWith('metadata')) expect(type).toBe('application/dicom+json; charset=utf-8');
  else expect(type).toMatch(/^multipart\/related; type="application\/(dicom|octet-stream)"; boundary=/);
}

const dicomWebVariant: Variant = plain((attempt) => ({ method: attempt.row.method, path: addressOf(attempt) }), demand);

const names = allRows
  .filter(({ path, waitsFor }) => path.startsWith('/dicom-web/') && waitsFor === undefined)
  .map(({ method, path, variant }) => `${method} ${path} ${variant}`);

export const dicomWeb: Variants = Object.fromEntries([...new Set(names)].map((name) => [name, dicomWebVariant]));
