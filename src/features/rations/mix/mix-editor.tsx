import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MixFeed } from '@/domain/rations/feed';
import { type Read } from '@/lib/read-state';
import { useDisabledReason } from '@/session/disabled-reason';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/feedback/banner';
import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import type { FeedOption } from './feed-select';
import { backToList, type MixKind } from './kinds';
import { useMixFeeds } from './mix-feeds';

type Stored = { id: string; name: string; updatedAt: string; items: readonly MixFeed[] };

/** A mutation, without what the pages of a mix do not use of it. */
export type Save<Variables> = {
  isPending: boolean;
  mutate: (variables: Variables, options: { onSuccess: () => void }) => void;
};

/** What the form of a mix needs besides the texts that it begins with. */
export type MixFormProps<Fields> = {
  feeds: ReadonlyMap<string, MixFeed>;
  options: readonly FeedOption[];
  busy: boolean;
  /** Why saving is disabled at the moment, or null. */
  disabledReason: string | null;
  onSave: (fields: Fields) => void;
};

/**
 * The page of a mix's form: of a new one, or with an `id` of one that is changed. The form opens only after a fetch: the
 * database would refuse a change to an outdated cached mix.
 */
export function MixEditor<Mix extends Stored, Fields>({
  kind,
  id,
  list,
  add,
  update,
  children,
}: {
  kind: MixKind;
  id: string | undefined;
  list: Read & { data: readonly Mix[] | undefined; isFetching: boolean };
  add: Save<{ id: string; ownerId: string; fields: Fields }>;
  update: Save<{ id: string; updatedAt: string; fields: Fields }>;
  /** Renders the form of the mix as it was when the form opened, so that saving can't overwrite a newer one. */
  children: (mix: Mix | null, form: MixFormProps<Fields>) => ReactNode;
}) {
  const isNew = id === undefined;
  const [isFetched, setIsFetched] = useState(isNew);
  if (!isFetched && list.data !== undefined && !list.isFetching) setIsFetched(true);
  const current = list.data?.find((one) => one.id === id);
  const title = isNew ? kind.newMix : kind.editMix;
  const back = isNew ? backToList(kind) : { to: `${kind.path}/${id}`, label: current?.name ?? 'the mix' };
  return (
    <Page title={title} narrow back={back} view={title}>
      {isFetched && (isNew || current) ? (
        <OpenForm kind={kind} mix={current ?? null} add={add} update={update}>
          {children}
        </OpenForm>
      ) : (
        <QueryList read={list}>
          {list.isFetching ? <LoadingRows /> : <Banner tone="note">This mix is not there any more.</Banner>}
        </QueryList>
      )}
    </Page>
  );
}

/** Keeps the mix as it was when the form opened. Without feeds, links to their list instead of the form. */
function OpenForm<Mix extends Stored, Fields>({
  kind,
  mix: currentMix,
  add,
  update,
  children,
}: Pick<Parameters<typeof MixEditor<Mix, Fields>>[0], 'kind' | 'add' | 'update' | 'children'> & { mix: Mix | null }) {
  const { ownerId } = useAccount();
  const navigate = useNavigate();
  const [mix] = useState(currentMix);
  const [newId] = useState(() => crypto.randomUUID());
  const disabledReason = useDisabledReason();
  const { list, copies, options } = useMixFeeds(mix?.items ?? []);
  const open = (id: string) => ({ onSuccess: () => void navigate(`${kind.path}/${id}`, { replace: true }) });
  if (!list.data) return <QueryList read={list} />;
  if (options.length === 0)
    return (
      <EmptyState
        title="No feeds yet."
        text="A mix is made of feeds. Add them first."
        action={<ButtonLink to="/tmr-mixes?tab=feeds">Feeds</ButtonLink>}
      />
    );
  return children(mix, {
    feeds: copies,
    options,
    busy: add.isPending || update.isPending,
    disabledReason,
    onSave: (fields) => {
      if (mix) update.mutate({ id: mix.id, updatedAt: mix.updatedAt, fields }, open(mix.id));
      else add.mutate({ id: newId, ownerId, fields }, open(newId));
    },
  });
}
