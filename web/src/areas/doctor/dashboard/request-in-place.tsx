import { screens } from '@medcloud/contract/screens';
import { useNavigate } from 'react-router';
import { useAccessiblePatients } from '../../../calls/doctor.ts';
import { RequestStepper } from '../patients/request-panel.tsx';
import { useAccessRequest } from '../patients/use-access-request.ts';

/**
 * The steps of the request that the URL names, and once it is granted, the way to its exams. A new request is made on the
 * page of requests.
 */
export function RequestInPlace() {
  const current = useAccessRequest();
  const navigate = useNavigate();
  const { rows } = useAccessiblePatients('');
  const choose = (id: string | null) => (id === null ? void navigate(screens.doctorPatients) : current.choose(id));
  return <RequestStepper current={{ ...current, choose }} patients={rows ?? []} />;
}
