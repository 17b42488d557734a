import type { ReactNode } from 'react';
import { unitOf } from '@/domain/core/units';
import { addressLines } from '@/domain/customers/customer';
import type { Customer, FullCustomer } from '@/records/customers';
import { Mail, Phone } from '@/ui/contact-link';
import { Card, CardHead } from '@/ui/layout/card';
import { Facts } from '@/ui/layout/facts';

export function ContactCard({ customer, email }: { customer: Customer; email: string | null }) {
  const phones = [customer.phone, customer.phone2].flatMap((number) => number ?? []);
  return (
    <Facts
      title="Contact"
      emptyText="No phone or address yet."
      lines={[
        { label: 'Person', value: customer.contactName },
        ...phones.map((number, index) => ({
          label: index === 0 ? 'Phone' : 'Second phone',
          value: <Phone number={number} />,
        })),
        { label: 'E-mail', value: email && <Mail address={email} /> },
        { label: 'Address', value: addressLines(customer).join('\n') },
      ]}
    />
  );
}

/** Opens in a new tab, so that the app stays open. */
const ExternalLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a className="link" href={to} target="_blank" rel="noreferrer">
    {children}
  </a>
);

export function GateCard({ customer: { directions, w3w, lat, lng } }: { customer: Customer }) {
  const position = lat !== null && lng !== null ? `${lat},${lng}` : null;
  return (
    <Facts
      title="Finding the gate"
      lines={[
        { label: 'Directions', value: directions },
        {
          label: 'what3words',
          value: w3w && <ExternalLink to={`https://w3w.co/${encodeURIComponent(w3w)}`}>{w3w}</ExternalLink>,
        },
        {
          label: 'Position',
          value: position && (
            <ExternalLink to={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}>
              {position.replace(',', ', ')}
            </ExternalLink>
          ),
        },
      ]}
    />
  );
}

export function BillingCard({ customer }: { customer: FullCustomer }) {
  const { billingEmail, paymentTermsDays, chargeableUnit, vatNumber, accountRef, poRequired } = customer;
  return (
    <Facts
      title="Billing"
      emptyText="As in Invoice Settings."
      lines={[
        { label: 'Invoices to', value: billingEmail && <Mail address={billingEmail} /> },
        { label: 'Payment terms', value: paymentTermsDays === null ? null : `${paymentTermsDays} days` },
        { label: 'Usual unit', value: chargeableUnit && unitOf(chargeableUnit).label },
        { label: 'VAT number', value: vatNumber },
        { label: 'Reference', value: accountRef },
        { label: 'Purchase order', value: poRequired && 'Needs a number on invoices' },
      ].map(({ label, value }) => ({ label, value: value === false ? null : value }))}
    />
  );
}

export function NotesCard({ notes }: { notes: string | null }) {
  return notes === null ? null : (
    <Card>
      <CardHead title="Notes" />
      <p className="p-4 whitespace-pre-line">{notes}</p>
    </Card>
  );
}
