import { AccessReport } from '../../../access-report/access-report.tsx';

/** Who saw a record of the center. */
export function CenterAccessReport() {
  return <AccessReport side="center" />;
}
