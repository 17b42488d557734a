import { useWatch } from 'react-hook-form';
import { CheckField } from '@/ui/forms/check-field';
import { NumberField } from '@/ui/forms/number-field';
import { Section, fieldProps, type SettingsForm } from './settings-sections';

/** Automatic reminders for overdue invoices, at most two per invoice. */
export function RemindersSection({ form }: { form: SettingsForm }) {
  const on = useWatch({ control: form.control, name: 'reminders_on' });
  const { errors } = form.formState;
  return (
    <Section name="reminders">
      <CheckField
        label="Remind customers of late invoices"
        hint="By e-mail, with the invoice once more. Only what was sent and is still owed; Monday to Friday between 8 and 18 o'clock."
        {...fieldProps(form, 'reminders_on')}
      />
      {(on || errors.reminder_first || errors.reminder_second) && (
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <NumberField
            label="First reminder"
            after="days late"
            inputMode="numeric"
            {...fieldProps(form, 'reminder_first')}
          />
          <NumberField
            label="Second reminder"
            after="days late"
            hint="Left empty there is one only."
            inputMode="numeric"
            {...fieldProps(form, 'reminder_second')}
          />
        </div>
      )}
    </Section>
  );
}
