import type { UseQueryResult } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { matchesSearch } from '@/domain/core/search';
import { UrlSearch } from '@/ui/lists/url-search';
import { useParams } from '@/ui/use-address';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Chip } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { SignalHint } from '@/widgets/signal-hint';
import { SnapshotAge } from '@/widgets/snapshot-age';
import type { MixKind } from './kinds';

type Listed = { id: string; name: string; active: boolean };

export const NewMixLink = ({ path }: MixKind) => (
  <ButtonLink to={`${path}/new`} variant="main">
    <Plus aria-hidden="true" />
    New mix
  </ButtonLink>
);

/** Switches to the mixes out of use; nothing if there are none. */
export function OutOfUseChip({ mixes }: { mixes: readonly Listed[] }) {
  const { get, set } = useParams();
  const showsInactive = get('show') === 'out';
  if (!showsInactive && mixes.every(({ active }) => active)) return null;
  return (
    <Chip pressed={showsInactive} onClick={() => set({ show: showsInactive ? '' : 'out' })}>
      Out of use
    </Chip>
  );
}

/** The list of one kind of mix: in use or out of use, with a search and the `filters`. */
export function MixList<Mix extends Listed>({
  kind,
  list,
  mixes,
  textsOf,
  filters,
  empty,
  cardOf,
}: {
  kind: MixKind;
  list: UseQueryResult<Mix[]>;
  /** Those that fit the `filters`, in order. */
  mixes: readonly Mix[];
  /** Where the search looks. */
  textsOf: (mix: Mix) => readonly (string | null)[];
  filters: ReactNode;
  /** Shown if the account has no mixes. */
  empty: (mayAdd: boolean) => ReactNode;
  cardOf: (mix: Mix) => Pick<ComponentProps<typeof LedgerCard>, 'lines' | 'figure'>;
}) {
  const { role, canWrite } = useAccount();
  const { get } = useParams();
  const offline = useOffline();
  const admin = role === 'admin';
  const mayAdd = admin && canWrite && !offline;
  const hasMixes = list.data !== undefined && list.data.length > 0;
  const shown = mixes.filter((mix) => mix.active !== (get('show') === 'out') && matchesSearch(get('q'), textsOf(mix)));
  return (
    <>
      <SnapshotAge at={list.dataUpdatedAt} />
      {admin && offline && <SignalHint />}
      {hasMixes && (
        <div className="flex flex-wrap items-center gap-2">
          <UrlSearch label="Search mixes" />
          {mayAdd && <NewMixLink {...kind} />}
          {filters}
        </div>
      )}
      <Card className="overflow-clip">
        <QueryList
          read={list}
          rows={shown}
          empty={
            hasMixes ? <EmptyState title="No mix fits." text="Change the search or the filters." /> : empty(mayAdd)
          }
        >
          <LedgerCards>
            {shown.map((mix) => (
              <LedgerCard
                key={mix.id}
                title={mix.name}
                to={admin ? `${kind.path}/${mix.id}` : `${kind.path}/${mix.id}/${kind.work.path}`}
                {...cardOf(mix)}
              />
            ))}
          </LedgerCards>
        </QueryList>
      </Card>
    </>
  );
}
