import { AccessReport } from '../../../access-report/access-report.tsx';

/** Who saw any record, without names of patients. */
export function AdminAccessReport() {
  return <AccessReport side="admin" />;
}
