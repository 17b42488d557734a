import { useSearchParams } from 'react-router-dom';
import { BuildPage } from './build/build-page';
import { InvoicePage } from './document/invoice-page';

/** /invoices: builds the next invoice, or shows the one with ?number=. The number is stored only in the URL. */
export function InvoicesPage() {
  const [params] = useSearchParams();
  const number = params.get('number')?.trim();
  return number ? <InvoicePage key={number} number={number} /> : <BuildPage />;
}
