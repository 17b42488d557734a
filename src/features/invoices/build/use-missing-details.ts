// Details that an invoice lacks (of the sender, and the customer's address) are typed on the invoice. The preview shows
// them at once; generating the invoice saves them first, so that one press is enough.
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { InvoiceSettings } from '@/data/invoices/invoice-settings';
import { saveMissingDetails, type MissingDetails } from '@/data/invoices/missing-details';
import { countryOf } from '@/domain/account/country';
import { lacksAddress, missingDetails } from '@/domain/invoices/invoice-checks';
import type { FullCustomer } from '@/records/customers';
import { useAccount } from '@/session/account';
import type { BusinessDetail } from '@/widgets/business-field';
import type { TypedTexts } from './use-typed-texts';

const UK_BANK = ['account_name', 'sort_code', 'account_number'] as const;
const IRISH_BANK = ['account_name', 'iban', 'bic'] as const;
export type CustomerDetail = 'addressLine1' | 'town' | 'postcode';

const isBlank = (text: string | null): boolean => text === null || text.trim() === '';
/** Those of the names whose text is blank. */
const blankOf = <Name extends string>(names: readonly Name[], record: Record<Name, string | null>) =>
  names.filter((name) => isBlank(record[name]));

/** The record with the texts that were typed for these names. */
const withTyped = <T extends object>(record: T, names: readonly string[], { text }: TypedTexts): T => ({
  ...record,
  ...Object.fromEntries(names.flatMap((name) => (isBlank(text(name)) ? [] : [[name, text(name).trim()]]))),
});

export type MissingDetailsState = ReturnType<typeof useMissingDetails>;

export function useMissingDetails({
  settings,
  customer,
  sender,
  address,
}: {
  /** The stored values, without what is being typed; the same for `customer`. */
  settings: InvoiceSettings;
  customer: FullCustomer;
  /** The texts being typed for the invoice settings; `address`: for the customer. */
  sender: TypedTexts;
  address: TypedTexts;
}) {
  const { ownerId, settings: accountSettings } = useAccount();
  const { region } = accountSettings;
  const { email } = settings;
  const save = useMutation(saveMissingDetails);
  const sectionId = useId();
  const [opened, setOpened] = useState({ bank: false, address: false });
  const missing = missingDetails(settings);
  const noVat = missing.vatNumber && sender.text('vat_registered') === 'no';
  const registered = settings.vat_registered && !noVat;
  const isTyped = (names: readonly string[], { text }: TypedTexts) => names.some((name) => !isBlank(text(name)));

  const bank = blankOf(countryOf(region) === 'ireland' ? IRISH_BANK : UK_BANK, settings);
  const place = blankOf<CustomerDetail>(['addressLine1', 'town', 'postcode'], customer);
  const noAddress = lacksAddress(customer);
  const showsBank = missing.bankDetails && (opened.bank || isTyped(bank, sender));
  const showsPlace = noAddress && (registered || opened.address || isTyped(place, address));
  /** The fields shown, by group; an empty group is not shown. */
  const fields = {
    business: [
      ...(missing.businessName ? (['business_name'] as const) : []),
      ...(missing.address ? blankOf(['address_line1', 'town', 'postcode'] as const, settings) : []),
    ],
    vat: missing.vatNumber && registered ? (['vat_number'] as const) : [],
    bank: showsBank ? bank : [],
    customer: showsPlace ? place : [],
  };
  const isShown = missing.vatNumber || Object.values(fields).some((names) => names.length > 0);
  const senderNames: readonly BusinessDetail[] = [...fields.business, ...fields.vat, ...fields.bank];

  /** The validated values; null if a field is invalid, which then shows its error and, with `focus`, gets the focus. */
  const read = async (focus: boolean): Promise<MissingDetails | null> => {
    if (!isShown) return { ownerId, region, email, settings: null, customer: null };
    // Loaded on demand, like the fields: most invoices lack nothing.
    const { readAddress, readSender } = await import('./missing-schema');
    const typedSender = readSender(senderNames, sender.text, {
      business_name: 'Enter your business name.',
      address_line1: 'Enter your address.',
      vat_number: 'Add your VAT number, or switch off VAT registered.',
      // Sort code and account number are useful only together.
      ...(isBlank(sender.text('account_number')) ? {} : { sort_code: 'Enter the sort code too.' }),
      ...(isBlank(sender.text('sort_code')) ? {} : { account_number: 'Enter the account number too.' }),
    });
    const typedAddress = readAddress(fields.customer, address.text, {
      ...(registered && { addressLine1: `${customer.name} has no address. A VAT invoice needs one.` }),
    });
    flushSync(() => {
      sender.setErrors(typedSender.errors);
      address.setErrors(typedAddress.errors);
    });
    if (Object.keys(typedSender.errors).length + Object.keys(typedAddress.errors).length > 0) {
      const section = focus ? document.getElementById(sectionId) : null;
      section?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
      return null;
    }
    const changes = { ...typedSender.values, ...(noVat && { vat_registered: false }) };
    const isEmpty = (values: object) => Object.keys(values).length === 0;
    return {
      ownerId,
      region,
      email,
      settings: isEmpty(changes) ? null : changes,
      customer: isEmpty(typedAddress.values) ? null : { id: customer.id, fields: typedAddress.values },
    };
  };

  return {
    /** The id of the element that contains the fields. */
    sectionId,
    isShown,
    missing,
    fields,
    sender,
    address,
    /** Settings and customer with what is being typed, for the preview. */
    settings: {
      ...withTyped(settings, senderNames, sender),
      ...(noVat && { vat_registered: false }),
    },
    customer: withTyped(customer, fields.customer, address),
    registered,
    /** Optional details, offered until the person opens their fields. */
    offers: { bank: missing.bankDetails && !showsBank, address: noAddress && !showsPlace },
    opened,
    open: (group: 'bank' | 'address') => setOpened((current) => ({ ...current, [group]: true })),
    saving: save.isPending,
    read,
    /** Whether it was saved; if not, everything typed stays. */
    save: async (details: MissingDetails): Promise<boolean> => {
      if (!details.settings && !details.customer) return true;
      try {
        await save.mutateAsync(details);
      } catch {
        // The mutation shows its own message.
        return false;
      }
      if (details.settings) sender.clear();
      if (details.customer) address.clear();
      return true;
    },
  };
}
