import { useQuery } from '@tanstack/react-query';
import { customersQuery } from '@/data/customers';
import { hazardsOf } from '@/domain/customer';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/banner';

/** What to mind at a customer: in the colour of a warning, with its sign and its word. */
export function Hazards({ text }: { text: string }) {
  return (
    <Banner tone="warn">
      <strong>Hazards</strong>
      <span className="block whitespace-pre-line wrap-anywhere">{text}</span>
    </Banner>
  );
}

/** The hazards of the customer of that name, where a job for them is looked at or logged; the list is on the phone too. */
export function CustomerHazards({ name }: { name: string | null }) {
  const customers = useQuery(customersQuery(useAccount()));
  const hazards = hazardsOf(name, customers.data ?? []);
  return hazards === null ? null : <Hazards text={hazards} />;
}
