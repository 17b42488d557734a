import { useQuery } from '@tanstack/react-query';
import { invoiceSettingsQuery, newSettings } from '@/data/invoices/invoice-settings';
import { LoadingCard } from '@/features/invoices/loading-card';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { ErrorState } from '@/ui/lists/list-states';
import { SettingsForm } from './settings-form';

/** The sender's details for new invoices. Existing invoices keep the settings they were issued with. */
export function InvoiceSettingsPage() {
  const { ownerId, email, settings: accountSettings } = useAccount();
  const settings = useQuery(invoiceSettingsQuery(ownerId));
  return (
    <Page title="Invoice Settings">
      {settings.isPending ? (
        <LoadingCard />
      ) : settings.isError && settings.data === undefined ? (
        <Card>
          <ErrorState
            title="Error Fetching Settings"
            text={settings.error.message}
            onRetry={() => void settings.refetch()}
          />
        </Card>
      ) : (
        <SettingsForm
          ownerId={ownerId}
          stored={settings.data ?? newSettings(accountSettings.region, email)}
          isFirstSave={!settings.data}
        />
      )}
    </Page>
  );
}
