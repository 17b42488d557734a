import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { seasonsQuery } from '@/data/fields/seasons';
import { formatDate } from '@/domain/core/time';
import { harvestIntervalMessage } from '@/domain/fields/activity';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { StateBadge } from '@/ui/feedback/state-badge';
import { Card, CardHead } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { harvestWords, seasonTitle, seasonWords } from '@/features/fields/register/field-record';
import { useHarvestIntervals } from '@/features/fields/log/use-harvest-intervals';
import { useHarvests } from '@/features/fields/log/use-field-entries';
import { useOffline } from '@/lib/online';
import { QueryList } from '@/ui/lists/query-list';

/** The crops of the seasons, and what was harvested. */
export function CropsTab({ field }: { field: FarmField }) {
  const { ownerId, role, canWrite } = useAccount();
  const today = useToday();
  const offline = useOffline();
  const seasons = useQuery(seasonsQuery(ownerId, field.id));
  const harvests = useHarvests(field.id);
  const mayChange = role === 'admin' && canWrite && !offline;
  const intervalWarning = harvestIntervalMessage(useHarvestIntervals(field.id), today);
  return (
    <div className="grid gap-4">
      {intervalWarning && <Banner tone="warn">{intervalWarning}</Banner>}
      <Card className="overflow-hidden">
        <CardHead title="Crops">
          {mayChange && (
            <ButtonLink to={`/fields/${field.id}/season/${today.slice(0, 4)}`}>
              <Plus aria-hidden="true" />
              Crop
            </ButtonLink>
          )}
        </CardHead>
        <QueryList
          read={seasons}
          rows={seasons.data ?? []}
          loading={{ rows: 2 }}
          empty={<EmptyState title="No crop entered yet." />}
        >
          <LedgerCards>
            {seasons.data?.map((season) => (
              <LedgerCard
                key={season.id}
                title={seasonTitle(season)}
                lines={[seasonWords(season)].filter(Boolean)}
                to={mayChange ? `/fields/${field.id}/season/${season.seasonYear}?crop=${season.sequence}` : undefined}
              />
            ))}
          </LedgerCards>
        </QueryList>
      </Card>
      <Card className="overflow-hidden">
        <CardHead title="Harvests">
          {canWrite && field.archivedOn === null && (
            <ButtonLink to={`/fields/${field.id}/harvest/new`}>
              <Plus aria-hidden="true" />
              Harvest
            </ButtonLink>
          )}
        </CardHead>
        <QueryList
          read={harvests}
          rows={harvests.shown}
          loading={{ rows: 2 }}
          empty={<EmptyState title="Nothing harvested yet." />}
        >
          <LedgerCards>
            {harvests.shown.map(({ row, entry }) => (
              <LedgerCard
                key={row.id}
                title={row.product}
                lines={[harvestWords(row), row.store && `Stored in ${row.store}`].filter(Boolean)}
                figure={formatDate(row.harvestedOn, today)}
                state={
                  entry ? (
                    <StateBadge
                      kind="needs"
                      label={entry.state === 'attention' ? 'Needs attention' : 'Waiting on this phone'}
                    />
                  ) : (
                    row.struck && <StateBadge kind="cancelled" label="Entered by mistake" />
                  )
                }
                to={`/fields/${field.id}/harvest/${row.id}`}
              />
            ))}
          </LedgerCards>
        </QueryList>
      </Card>
    </div>
  );
}
