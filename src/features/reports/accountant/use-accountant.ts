import { useQuery } from '@tanstack/react-query';
import { accountDocumentsQuery } from '@/data/reports/accountant';
import { hoursReportQuery } from '@/data/reports/hours';
import { periodSums } from '@/domain/reports/accountant';
import { NO_HOURS } from '@/domain/reports/hours';
import { readPeriod } from '@/features/reports/report-address';
import { loadState, useReportAddress } from '@/features/reports/use-report-address';

export type Accounts = ReturnType<typeof useAccountant>;

const NONE: readonly never[] = [];

/** What an accountant needs of the period of the URL: every document, the sums, and the hours by person. */
export function useAccountant() {
  const { account, today, params, set } = useReportAddress();
  const { ownerId, settings } = account;
  const view = readPeriod(params, today, settings.region);
  const period = view.period ?? { from: today, to: today };
  const enabled = view.period !== null;
  const hoursOf = (grouping: 'person' | null) => hoursReportQuery(ownerId, { period, personId: null }, grouping);
  const documents = useQuery(accountDocumentsQuery(ownerId, today, settings.zone));
  const people = useQuery({ ...hoursOf('person'), enabled });
  const hours = useQuery({ ...hoursOf(null), enabled });
  return {
    account,
    today,
    view,
    period,
    /** Every document of the account. */
    documents: documents.data ?? NONE,
    sums: periodSums(documents.data ?? NONE, period, settings.currency),
    people: people.data ?? NONE,
    hours: hours.data?.[0] ?? NO_HOURS,
    set,
    ...loadState(documents, people, hours),
  };
}
