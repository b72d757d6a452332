import { useParams } from 'react-router';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { BreachList } from './breach-list.tsx';

const BreachDetail = lazyComponent(async () => (await import('./breach-detail.tsx')).BreachDetail);

/** Shows the register of data breaches, or the record in the address. */
export function AdminBreaches() {
  const { id } = useParams();
  return id === undefined ? <BreachList /> : <BreachDetail key={id} id={id} />;
}
