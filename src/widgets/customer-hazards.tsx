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
 * Information for a driver about the customer with that name: the hazards as a warning; directions, phone numbers and
 * the place after a press, or at once if `open`. Shown where a job is viewed or logged; works offline from the cached
 * list.
 */
export function CustomerHazards({ name, open = false }: { name: string | null; open?: boolean }) {
  const customers = useQuery(customersQuery(useAccount()));
  const customer = customerNamed(name, customers.data ?? []);
  if (!customer) return null;
  const hazards = customer.hazards?.trim() ?? '';
  const directions = customer.directions?.trim() ?? '';
  const phones = [customer.phone, customer.phone2].filter((number): number is string => !!number?.trim());
  const place = placeOf(customer);
  const hasDetails = directions !== '' || phones.length > 0 || place !== null;
  if (hazards === '' && !hasDetails) return null;
  const openCustomer = (
    <Link className="link" to={`/customers?id=${customer.id}`}>
      Open the customer
    </Link>
  );
  return (
    <div className="grid gap-2">
      {hazards !== '' && <Hazards text={hazards} />}
      {hasDetails ? (
        <details open={open}>
          <summary className="min-h-12 content-center font-strong">Gate, phone and map</summary>
          {directions !== '' && <p className="whitespace-pre-line wrap-anywhere">{directions}</p>}
          <div className="touch-links">
            {phones.map((number) => (
              <Phone key={number} number={number} />
            ))}
            {place !== null && (
              <a className="link" href={place} target="_blank" rel="noreferrer">
                {customer.w3w?.trim() ? `what3words: ${customer.w3w}` : 'Open the map'}
              </a>
            )}
            {openCustomer}
          </div>
        </details>
      ) : (
        <div className="touch-links">{openCustomer}</div>
      )}
    </div>
  );
}

const WHAT3WORDS = /^\/{0,3}(\p{L}+\.\p{L}+\.\p{L}+)$/u;

/** The address of the gate on a map; null if its position is not known. */
function placeOf({ w3w, lat, lng }: Customer): string | null {
  const words = WHAT3WORDS.exec(w3w?.trim() ?? '')?.[1];
  if (words !== undefined) return `https://w3w.co/${encodeURIComponent(words)}`;
  return lat === null || lng === null
    ? null
    : `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`;
}
