import { useSearchParams } from 'react-router-dom';
import { BuildPage } from './build-page';
import { InvoicePage } from './invoice-page';

/** /invoices: builds the next invoice, or shows the one whose number stands in the address. Nowhere else is it kept. */
export function InvoicesPage() {
  const [params] = useSearchParams();
  const number = params.get('number')?.trim();
  return number ? <InvoicePage key={number} number={number} /> : <BuildPage />;
}
