import type { LinkRecord } from '@medcloud/contract/shapes/access';

/** A person's name, with the center where two records of one link have the same: a person is known at two centers. */
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
