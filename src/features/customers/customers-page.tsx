import { useSearchParams } from 'react-router-dom';
import { useAccount } from '@/session/account';
import { CustomerDetailPage } from './customer-detail-page';
import { CustomerFormPage } from './customer-form-page';
import { CustomerListPage } from './customer-list-page';

/** /customers: the list; ?id= shows one customer, ?edit= its form, ?new=1 the form of a new one. */
export function CustomersPage() {
  const { role } = useAccount();
  const [params] = useSearchParams();
  const edited = params.get('edit');
  const shown = params.get('id');
  if (role === 'admin' && params.has('new')) return <CustomerFormPage />;
  if (role === 'admin' && edited !== null) return <CustomerFormPage key={edited} id={edited} />;
  return shown === null ? <CustomerListPage /> : <CustomerDetailPage key={shown} id={shown} />;
}
