import { useWatch, type Control } from 'react-hook-form';
import type { InvoiceSettings } from '@/data/invoice-settings';
import { invoiceSheet } from '@/domain/invoice-sheet';
import { useToday } from '@/session/today';
import { exampleInvoice } from './example-invoice';
import { Paper } from './paper';
import { settingsValues, type SettingsInput, type SettingsOutput } from './settings-schema';

/** The sheet that the settings make. Redrawn with every letter, the form beside it is not. */
export function SettingsExample({
  control,
  stored,
}: {
  control: Control<SettingsInput, unknown, SettingsOutput>;
  stored: InvoiceSettings;
}) {
  const today = useToday();
  const typed = { ...settingsValues(stored), ...useWatch({ control }) };
  return <Paper sheet={invoiceSheet(exampleInvoice(typed, stored, today))} />;
}
