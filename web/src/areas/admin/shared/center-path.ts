import { screens } from '@medcloud/contract/screens';

/** The address at which a center's details stand open. */
export function centerPath(id: string): string {
  return `${screens.adminMedicalCentersInfo}?${new URLSearchParams({ center: id })}`;
}
