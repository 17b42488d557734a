import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { soilTestsQuery } from '@/data/fields/seasons';
import { formatDate } from '@/domain/core/time';
import { isSoilTestInDate, SOIL_METHOD_WORDS, soilTestEnds } from '@/domain/fields/soil';
import type { FarmField } from '@/records/fields';
import { counts } from '@/records/struck';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { StateBadge } from '@/ui/feedback/state-badge';
import { Card, CardHead } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { soilWords } from '@/features/fields/register/field-record';
import { useOffline } from '@/lib/online';
import { QueryList } from '@/ui/lists/query-list';

/** The soil tests of a field, newest first, and until when the newest one is in date. */
export function SoilTab({ field }: { field: FarmField }) {
  const { ownerId, role, canWrite, settings } = useAccount();
  const today = useToday();
  const offline = useOffline();
  const tests = useQuery(soilTestsQuery(ownerId, field.id));
  const mayChange = role === 'admin' && canWrite && !offline;
  const newest = tests.data?.find(counts);
  const inDate = isSoilTestInDate(newest?.sampledOn ?? null, settings.region, today);
  return (
    <div className="grid gap-4">
      {newest && (
        <Banner tone={inDate ? 'note' : 'warn'}>
          {inDate ? 'The newest test counts until' : 'The newest test ran out on'}{' '}
          {formatDate(soilTestEnds(newest.sampledOn, settings.region), today)}.
        </Banner>
      )}
      <Card className="overflow-hidden">
        <CardHead title="Soil tests">
          {mayChange && (
            <ButtonLink to={`/fields/${field.id}/soil/new`}>
              <Plus aria-hidden="true" />
              Soil test
            </ButtonLink>
          )}
        </CardHead>
        <QueryList
          read={tests}
          rows={tests.data ?? []}
          loading={{ rows: 2 }}
          empty={<EmptyState title="No soil test yet." />}
        >
          <LedgerCards>
            {tests.data?.map((test) => (
              <LedgerCard
                key={test.id}
                title={soilWords(test)}
                lines={[[SOIL_METHOD_WORDS[test.method], test.labRef].filter(Boolean).join(', ')]}
                figure={formatDate(test.sampledOn, today)}
                state={test.struck && <StateBadge kind="cancelled" label="Entered by mistake" />}
                to={mayChange ? `/fields/${field.id}/soil/${test.id}` : undefined}
              />
            ))}
          </LedgerCards>
        </QueryList>
      </Card>
    </div>
  );
}
