// Saves what was typed on an invoice because it was missing: the sender's details in the invoice settings, the address
// with the customer.
import { mutationOptions } from '@tanstack/react-query';
import { customerQuery, writeCustomer } from '@/data/customers/customers';
import type { Region } from '@/domain/core/time';
import * as keys from '@/lib/query-keys';
import type { CustomerFields } from '@/records/customers';
import { invoiceSettingsQuery, newSettings, writeInvoiceSettings, type InvoiceSettings } from './invoice-settings';

export type MissingDetails = {
  ownerId: string;
  region: Region;
  /** Printed on invoices once the settings are saved for the first time. */
  email: string | null;
  /** Null if the settings lack nothing. */
  settings: Partial<InvoiceSettings> | null;
  /** Null if the customer lacks nothing. */
  customer: { id: string; fields: CustomerFields } | null;
};

/** Throws if somebody has saved a different text meanwhile: typed details only fill gaps, and never replace a text. */
function refuseIfFilled(stored: object, typed: object) {
  const isFilled = Object.entries(typed).some(([name, value]) => {
    const now: unknown = Reflect.get(stored, name);
    // Equal if an earlier attempt was saved and its response was lost.
    return typeof value === 'string' && typeof now === 'string' && now.trim() !== '' && now !== value;
  });
  if (isFilled) throw new Error('Some of these details were saved elsewhere meanwhile. Check the preview again.');
}

export const saveMissingDetails = mutationOptions({
  mutationKey: ['invoice-settings', 'fill'],
  mutationFn: async ({ ownerId, region, email, settings, customer }: MissingDetails, { client }) => {
    if (settings) {
      const stored = await client.query({ ...invoiceSettingsQuery(ownerId), staleTime: 0 });
      // VAT is switched off here because the number was missing, so refuse that too if somebody has saved a number.
      if (stored)
        refuseIfFilled(stored, settings.vat_registered === false ? { vat_number: '', ...settings } : settings);
      const { currency, vat_rate } = newSettings(region, email);
      await writeInvoiceSettings(ownerId, stored ? settings : { currency, vat_rate, email, ...settings });
    }
    if (customer) {
      const stored = await client.query({ ...customerQuery(ownerId, customer.id), staleTime: 0 });
      if (!stored) throw new Error('Choose the customer again: this one is no longer there.');
      refuseIfFilled(stored, customer.fields);
      await writeCustomer(customer);
    }
  },
  meta: { failed: { title: 'Error' }, invalidates: [keys.invoiceSettings, keys.farmSettings, keys.customers] },
});
