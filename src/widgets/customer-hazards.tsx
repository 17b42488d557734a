import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { customersQuery } from '@/data/customers/customers';
import { customerNamed } from '@/domain/customers/customer';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { Phone } from '@/ui/contact-link';
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
 * What a driver must know at the customer with that name: the hazards in full, and one press away the gate, the phone and
 * the place. Shown where a job is viewed or logged; works offline from the cached list.
 */
export function CustomerHazards({ name }: { name: string | null }) {
  const customers = useQuery(customersQuery(useAccount()));
  const customer = customerNamed(name, customers.data ?? []);
  if (!customer) return null;
  const hazards = customer.hazards?.trim() ?? '';
  const place = placeOf(customer);
  const details = [customer.directions, customer.phone, customer.phone2, place].some((one) => one?.trim());
  if (hazards === '' && !details) return null;
  return (
    <Banner tone="warn">
      {hazards !== '' && (
        <>
          <strong>Hazards</strong>
          <span className="block whitespace-pre-line wrap-anywhere">{hazards}</span>
        </>
      )}
      {details && (
        <details>
          <summary className="min-h-12 content-center font-strong">Gate, phone and map</summary>
          <div className="grid gap-1">
            {customer.directions?.trim() && <p className="whitespace-pre-line wrap-anywhere">{customer.directions}</p>}
            {[customer.phone, customer.phone2].map(
              (number) => number?.trim() && <Phone key={number} number={number} />,
            )}
            {place !== null && (
              <a className="link" href={place} target="_blank" rel="noreferrer">
                {customer.w3w?.trim() ? `what3words: ${customer.w3w}` : 'Open the map'}
              </a>
            )}
          </div>
        </details>
      )}
      <Link className="link inline-block min-h-12 content-center" to={`/customers?id=${customer.id}`}>
        Open the customer
      </Link>
    </Banner>
  );
}

const WHAT3WORDS = /^\/{0,3}(\p{L}+\.\p{L}+\.\p{L}+)$/u;

/** The address of the gate on a map; null if its place is not known. */
function placeOf({ w3w, lat, lng }: Customer): string | null {
  const words = WHAT3WORDS.exec(w3w?.trim() ?? '')?.[1];
  if (words !== undefined) return `https://w3w.co/${encodeURIComponent(words)}`;
  return lat === null || lng === null
    ? null
    : `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
}
