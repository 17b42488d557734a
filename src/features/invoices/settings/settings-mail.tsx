import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import type { InvoiceSettings } from '@/data/invoices/invoice-settings';
import { DEFAULT_WORDING, fillPlaceholders } from '@/domain/invoices/invoice-mail';
import { placeholderValues } from '@/features/invoices/document/mail-placeholders';
import { useToday } from '@/session/today';
import { TextAreaField, TextField } from '@/ui/forms/field';
import { exampleInvoice } from './example-invoice';
import { placeholderList, settingsValues } from './settings-schema';
import { Section, fieldProps, type SettingsForm } from './settings-sections';

/** The account's own text for invoice mails, with a preview. */
export function MailSection({ form, stored }: { form: SettingsForm; stored: InvoiceSettings }) {
  return (
    <Section name="mail">
      <p className="hint">
        Left empty, our words are used. {placeholderList} are filled in. An overdue invoice, a reminder and a credit
        note go out in our words: they say how late it is, or what is credited.
      </p>
      <TextField
        label="Subject"
        optional
        placeholder={DEFAULT_WORDING.subject}
        {...fieldProps(form, 'email_subject')}
      />
      <TextAreaField
        label="Text"
        optional
        rows={5}
        placeholder={DEFAULT_WORDING.text}
        hint="Between the greeting and your name. A message that you type when you send stands below it."
        {...fieldProps(form, 'email_body')}
      />
      <Preview form={form} stored={stored} />
    </Section>
  );
}

function Preview({ form, stored }: { form: SettingsForm; stored: InvoiceSettings }) {
  const id = useId();
  const today = useToday();
  const typed = { ...settingsValues(stored), ...useWatch({ control: form.control }) };
  const sender = typed.trading_name.trim() || typed.business_name.trim() || 'Your business name';
  const placeholders = placeholderValues(exampleInvoice(typed, stored, today), sender);
  const filled = (words: string, defaultText: string) =>
    fillPlaceholders(words.trim() === '' ? defaultText : words.trim(), placeholders);
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="field-label">
        Example of the e-mail
      </h3>
      <div className="grid gap-2 rounded-2 bg-sunken p-3 text-2">
        <p className="strong [overflow-wrap:anywhere]">{filled(typed.email_subject, DEFAULT_WORDING.subject)}</p>
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">
          {['Hello,', filled(typed.email_body, DEFAULT_WORDING.text), `Kind regards\n${sender}`].join('\n\n')}
        </p>
      </div>
    </section>
  );
}
