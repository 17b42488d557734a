import { add, formatMoney } from '@/domain/core/money';
import { SheetReport } from '@/features/reports/sheet-report';
import { COVER_NOTE, coverSheet } from './cover-sheet';
import { documentsWords, PackageCard } from './package-card';
import { useAccountant } from './use-accountant';

/** The sums that an accountant needs of a period, and the package with the tables and documents behind them. */
export function AccountantView() {
  const accounts = useAccountant();
  const [own] = accounts.sums;
  return (
    <SheetReport
      report={accounts}
      period={accounts.view}
      sheet={coverSheet(accounts)}
      filters={null}
      total={
        own && {
          short: documentsWords(own.invoices.documents + own.creditNotes.documents),
          sums: [
            { label: 'Owed after', value: formatMoney(own.owedAfter, own.currency) },
            { label: 'Sales', value: formatMoney(add(own.invoices.gross, own.creditNotes.gross), own.currency) },
          ],
        }
      }
      above={<PackageCard accounts={accounts} />}
      empty={{ title: 'No invoice, payment or hours in this period.' }}
      note={COVER_NOTE}
    />
  );
}
