import { BadgeCheck, ShieldAlert } from 'lucide-react';
import { certificateName } from '@/domain/compliance/certificate';
import { formatDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { isMissing } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { useCertificates } from '@/widgets/compliance/use-certificates';
import { isMachineDate, useCompliance } from '@/widgets/compliance/use-compliance';
import { readyAlerts, type Alert, type AlertSource } from './alert-words';

type NamedDate = { name: string; on: string };
const earliest = (dated: readonly NamedDate[]) => dated.toSorted((a, b) => a.on.localeCompare(b.on))[0];

/** Compliance dates that are overdue or near, and certificates that run out. Account holder only. */
export function useComplianceAlerts(today: string): AlertSource {
  const { role } = useAccount();
  const { itemStatuses, isPending, isError, retry } = useCompliance();
  const certificateList = useCertificates();
  if (role !== 'admin') return readyAlerts([]);
  // machine-alerts.ts reports overdue dates of machines.
  const dueDates = (state: 'overdue' | 'due_soon') =>
    itemStatuses.flatMap((one): NamedDate[] =>
      one.state === state && one.on !== null && !(state === 'overdue' && isMachineDate(one))
        ? [{ name: one.item.title, on: one.on }]
        : [],
    );
  const expiryDates = (state: 'overdue' | 'due_soon') =>
    certificateList.certificates.flatMap((one): NamedDate[] =>
      one.state === state && one.certificate.expiresOn !== null
        ? [{ name: certificateName(one.certificate), on: one.certificate.expiresOn }]
        : [],
    );
  const card = (
    alert: Pick<Alert, 'key' | 'tone' | 'icon' | 'to'>,
    dated: readonly NamedDate[],
    words: readonly [one: string, many: string],
    dateWord: string,
  ): Alert[] => {
    const first = earliest(dated);
    if (!first) return [];
    const detail = `${first.name}: ${dateWord} ${formatDate(first.on, today)}`;
    return [{ ...alert, title: counted(dated.length, ...words), detail, value: null }];
  };
  const certificatesPage = '/compliance-center?tab=certificates';
  const alerts = [
    ...card(
      { key: 'compliance-overdue', tone: 'bad', icon: ShieldAlert, to: '/compliance-center?state=overdue' },
      dueDates('overdue'),
      ['compliance date overdue', 'compliance dates overdue'],
      'since',
    ),
    ...card(
      { key: 'certificates-expired', tone: 'bad', icon: BadgeCheck, to: certificatesPage },
      expiryDates('overdue'),
      ['certificate has run out', 'certificates have run out'],
      'since',
    ),
    ...card(
      { key: 'compliance-soon', tone: 'warn', icon: ShieldAlert, to: '/compliance-center?state=due_soon' },
      dueDates('due_soon'),
      ['compliance date due soon', 'compliance dates due soon'],
      'due',
    ),
    ...card(
      { key: 'certificates-soon', tone: 'warn', icon: BadgeCheck, to: certificatesPage },
      expiryDates('due_soon'),
      ['certificate runs out soon', 'certificates run out soon'],
      'until',
    ),
  ];
  const failed = isError || isMissing(certificateList);
  return {
    alerts: isPending || failed ? (alerts.length > 0 ? alerts : null) : alerts,
    failed: failed && alerts.length === 0,
    retry: () => {
      retry();
      if (certificateList.data === undefined) void certificateList.refetch();
    },
  };
}
