import { useQuery } from '@tanstack/react-query';
import { customersQuery } from '@/data/customers/customers';
import { hazardsOf } from '@/domain/customers/customer';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/feedback/banner';

/** The hazards at a customer, as a warning. */
export function Hazards({ text }: { text: string }) {
  return (
    <Banner tone="warn">
      <strong>Hazards</strong>
      <span className="block whitespace-pre-line wrap-anywhere">{text}</span>
    </Banner>
  );
}

/**
 * The hazards of the customer with that name, shown where a job is viewed or logged; works offline from the cached
 * list.
 */
export function CustomerHazards({ name }: { name: string | null }) {
  const customers = useQuery(customersQuery(useAccount()));
  const hazards = hazardsOf(name, customers.data ?? []);
  return hazards === null ? null : <Hazards text={hazards} />;
}
