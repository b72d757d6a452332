import type { LinkRecord } from '@medcloud/contract/shapes/access';

/**
 * Returns a person's name. Adds the center if two records of the link have the same name, because a person can have
 * records at two centers.
 */
export function formatRecordName(
  records: readonly Pick<LinkRecord, 'patientId' | 'name' | 'medicalCenter'>[],
  { patientId }: { patientId: string },
): string {
  const record = records.find((each) => each.patientId === patientId);
  if (!record) return '';
  const { name, medicalCenter } = record;
  const isShared = records.some((each) => each.patientId !== patientId && each.name === name);
  return isShared ? `${name}, ${medicalCenter.name}` : name;
}
