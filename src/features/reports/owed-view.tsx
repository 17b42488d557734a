import { formatMoney } from '@/domain/core/money';
import { AGES } from '@/domain/invoices/register';
import { CustomerChip } from '@/widgets/pickers/customer-chip';
import { AGE_HEADS, invoiceCount, OWED_NOTE, owedSheet } from './owed-sheet';
import { SheetReport } from './sheet-report';
import { useOwed } from './use-owed';
import { useCustomerName } from './use-report-address';

/** What customers owe, by how late it is. */
export function OwedView() {
  const owed = useOwed();
  const customer = useCustomerName(owed.customerId);
  const [own, ...others] = owed.sums;
  return (
    <SheetReport
      report={owed}
      sheet={owedSheet(owed, customer)}
      filters={<CustomerChip value={owed.customerId ?? ''} onChange={(id) => owed.set({ customer: id })} />}
      total={
        own && {
          short: owed.sums.map(({ invoices }) => invoiceCount(invoices)).join(' and '),
          sums: [
            ...AGES.map((age) => ({ label: AGE_HEADS[age], value: formatMoney(own.ages[age], own.currency) })),
            ...others.map(({ currency, owed: sum }) => ({
              label: `Owed, ${currency}`,
              value: formatMoney(sum, currency),
            })),
            // Without these it is the outstanding sum of the register.
            ...(own.fromBefore === 0
              ? []
              : [{ label: 'Of it from before', value: formatMoney(own.fromBefore, own.currency) }]),
            { label: 'Owed', value: formatMoney(own.owed, own.currency) },
          ],
        }
      }
      empty={{ title: customer === undefined ? 'Nothing is owed.' : `${customer} owes nothing.` }}
      note={OWED_NOTE}
    />
  );
}
