import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { worksQuery } from '@/data/works';
import { addDays } from '@/domain/time';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { Card } from '@/ui/card';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/list-states';
import { Page } from '@/ui/page';
import { DayCard } from './day-card';
import { byDay } from './days';

const DAYS = 7;

/** The diary's hub: what was done in the last seven days, day by day. */
export function DiaryPage() {
  const account = useAccount();
  const today = useToday();
  const from = addDays(today, 1 - DAYS);
  const works = useInfiniteQuery(
    worksQuery(
      { ...account, seesRates: account.settings.seesRates },
      {
        from,
        to: today,
        customers: [],
        tasks: [],
        people: [],
        statuses: [],
        unit: null,
        hasNotes: null,
        search: '',
        today,
      },
    ),
  );
  const add = account.canWrite && (
    <ButtonLink to="/add-work" variant="main">
      <Plus aria-hidden="true" />
      Add Work
    </ButtonLink>
  );
  const entries = works.data?.pages.flat();
  const days = byDay(entries ?? []);
  return (
    <Page title="Diary" subtitle="The last seven days" actions={add}>
      {entries === undefined ? (
        <Card>{works.isError ? <ErrorState onRetry={() => void works.refetch()} /> : <LoadingRows />}</Card>
      ) : days.length === 0 ? (
        <Card>
          <EmptyState title="Nothing logged in the last seven days" text="What you log stands here, day by day." />
        </Card>
      ) : (
        days.map((day) => <DayCard key={day.date} day={day} today={today} />)
      )}
      {entries !== undefined && (
        <div>
          <ButtonLink to={works.hasNextPage ? `/works-list?from=${from}&to=${today}` : '/works-list'}>
            {account.role === 'admin' ? 'Works List' : 'My Work'}
          </ButtonLink>
        </div>
      )}
    </Page>
  );
}
