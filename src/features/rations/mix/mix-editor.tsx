import { useState, type ReactNode } from 'react';
import type { MixFeed } from '@/domain/rations/feed';
import { type Read } from '@/lib/read-state';
import { Banner } from '@/ui/feedback/banner';
import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import type { FeedOption } from './feed-select';
import { useMixFeeds } from './mix-feeds';

/**
 * The page of a mix's form. The form opens only after a fetch: the database would refuse a change to an outdated
 * cached mix.
 */
export function MixEditorPage<Mix extends { name: string }>({
  title,
  list,
  isNew,
  mix,
  back,
  children,
}: {
  title: string;
  list: Read & { isFetching: boolean };
  isNew: boolean;
  mix: Mix | undefined;
  back: { to: string; label: string };
  /** Renders the form of the mix as it was when the form opened, so that saving can't overwrite a newer one. */
  children: (mix: Mix | null) => ReactNode;
}) {
  const [isFetched, setIsFetched] = useState(isNew);
  if (!isFetched && list.data !== undefined && !list.isFetching) setIsFetched(true);
  return (
    <Page title={title} narrow back={back} view={title}>
      {isFetched && (isNew || mix) ? (
        <OpenForm mix={mix ?? null}>{children}</OpenForm>
      ) : (
        <QueryList read={list}>
          {list.isFetching ? <LoadingRows /> : <Banner tone="note">This mix is not there any more.</Banner>}
        </QueryList>
      )}
    </Page>
  );
}

/** Keeps the mix as it was when the form opened. */
function OpenForm<Mix>({ mix: currentMix, children }: { mix: Mix | null; children: (mix: Mix | null) => ReactNode }) {
  const [mix] = useState(currentMix);
  return children(mix);
}

/** Loads the feeds that the form offers. If the account has none, links to the list of feeds instead. */
export function WithFeeds({
  items,
  children,
}: {
  /** The ingredients of the mix: they keep their analysis and price. */
  items: readonly MixFeed[];
  children: (feeds: ReadonlyMap<string, MixFeed>, options: readonly FeedOption[]) => ReactNode;
}) {
  const { list, copies, options } = useMixFeeds(items);
  if (!list.data) return <QueryList read={list} />;
  if (options.length === 0)
    return (
      <EmptyState
        title="No feeds yet."
        text="A mix is made of feeds. Add them first."
        action={<ButtonLink to="/tmr-mixes?tab=feeds">Feeds</ButtonLink>}
      />
    );
  return children(copies, options);
}
