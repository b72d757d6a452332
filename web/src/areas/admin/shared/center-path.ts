import { screens } from '@medcloud/contract/screens';

/** Returns the URL at which a center's details are open. */
export function centerPath(id: string): string {
  return `${screens.adminMedicalCentersInfo}?${new URLSearchParams({ center: id })}`;
}
