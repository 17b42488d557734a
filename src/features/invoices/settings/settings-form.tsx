import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { saveInvoiceSettings, type InvoiceSettings } from '@/data/invoices/invoice-settings';
import { refusalOf } from '@/data/refused';
import { invoiceSheet } from '@/domain/invoices/invoice-sheet';
import { SheetView } from '@/features/invoices/document/sheet-view';
import { useDisabledReason } from '@/session/disabled-reason';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { StickyBar } from '@/ui/forms/sticky-bar';
import { useStoredForm } from '@/ui/forms/use-stored-form';
import { Card } from '@/ui/layout/card';
import { useAfterPaint } from '@/ui/paint/use-after-paint';
import { exampleInvoice } from './example-invoice';
import { CountryField } from './settings-country';
import { LogoSection } from './settings-logo';
import {
  changedOnly,
  settingsSchema,
  settingsValues,
  type SettingsInput,
  type SettingsOutput,
} from './settings-schema';
import {
  AddressSection,
  BankSection,
  BusinessSection,
  NumberSection,
  SECTIONS,
  SheetSection,
  VatSection,
} from './settings-sections';
import { SurchargeSection } from './settings-surcharge';

// Lazy: the last sections are below the fold.
const MailSection = lazy(async () => ({ default: (await import('./settings-mail')).MailSection }));
const RemindersSection = lazy(async () => ({ default: (await import('./settings-reminders')).RemindersSection }));

/** The form on the left, a sample invoice on the right. */
export function SettingsForm({
  ownerId,
  stored,
  isFirstSave,
}: {
  ownerId: string;
  stored: InvoiceSettings;
  /** Nothing is saved yet: currency, VAT rate and email have initial values, and are saved even if unchanged. */
  isFirstSave: boolean;
}) {
  const painted = useAfterPaint();
  const save = useMutation(saveInvoiceSettings);
  const [form, submitOptions] = useStoredForm(settingsSchema, settingsValues(stored));
  const { dirtyFields } = form.formState;
  const submit = form.handleSubmit((output) =>
    save.mutate(
      {
        ownerId,
        settings: {
          ...(isFirstSave && { currency: output.currency, vat_rate: output.vat_rate, email: output.email }),
          ...changedOnly(output, dirtyFields),
        },
      },
      submitOptions(),
    ),
  );
  const numberError = refusalOf(save.error, 'next_number') ?? undefined;
  const disabledReason = useDisabledReason();
  return (
    <div className="two-panes">
      <form noValidate className="grid grid-cols-1 gap-3" onSubmit={(event) => void submit(event)}>
        <SectionLinks />
        {stored.business_name === null && (
          <Card className="p-4">
            <CountryField email={stored.email} disabled={disabledReason !== null} />
          </Card>
        )}
        <BusinessSection form={form} />
        <AddressSection form={form} />
        {painted && (
          <>
            <LogoSection ownerId={ownerId} path={stored.logo_path} disabled={disabledReason !== null} />
            <VatSection form={form} />
            <NumberSection form={form} numberError={numberError} onNumberChange={() => save.isError && save.reset()} />
            <BankSection form={form} />
            <SheetSection form={form} />
            <SurchargeSection form={form} />
            <Suspense>
              <MailSection form={form} stored={stored} />
              <RemindersSection form={form} />
            </Suspense>
          </>
        )}
        <StickyBar>
          <div className="flex items-center justify-between gap-3">
            <output className="hint min-w-0">
              {disabledReason ?? (form.formState.isDirty ? 'Not saved yet.' : '')}
            </output>
            <Button
              type="submit"
              variant="main"
              size="l"
              disabled={disabledReason !== null}
              busy={save.isPending}
              busyText="Saving..."
            >
              Save settings
            </Button>
          </div>
        </StickyBar>
      </form>
      <section className="sheet-area max-lg:hidden" aria-label="Example">
        <div className="sheet-toolbar">
          <strong>Example</strong>
          <span className="text-muted">What your invoices look like</span>
        </div>
        {painted && <Example control={form.control} stored={stored} />}
      </section>
    </div>
  );
}

/** Links to the sections, because the form is many screens long on a phone. */
function SectionLinks() {
  const show = (id: string) => {
    const heading = document.querySelector<HTMLElement>(`#${id} h2`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav aria-label="Sections" className="chips chips-scroll">
      {Object.entries(SECTIONS).map(([id, title]) => (
        <button key={id} type="button" className="chip" onClick={() => show(id)}>
          {title}
        </button>
      ))}
    </nav>
  );
}

/** A separate component, so that typing re-renders the preview but not the form. */
function Example({
  control,
  stored,
}: {
  control: Control<SettingsInput, unknown, SettingsOutput>;
  stored: InvoiceSettings;
}) {
  const today = useToday();
  const typed = { ...settingsValues(stored), ...useWatch({ control }) };
  return <SheetView sheet={invoiceSheet(exampleInvoice(typed, stored, today))} />;
}
