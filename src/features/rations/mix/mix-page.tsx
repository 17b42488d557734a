import type { UseQueryResult } from '@tanstack/react-query';
import { Ellipsis, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MixFeed } from '@/domain/rations/feed';
import { useDisabledReason } from '@/session/disabled-reason';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { Menu } from '@/ui/popups/menu';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { backToList, type MixKind } from './kinds';
import type { Save } from './mix-editor';
import { MissingMix } from './missing-mix';
import { PinNotice } from './pin-notice';
import { UpdatePrices } from './update-prices';

/** The mix with this id as `children` show it, or why it cannot be shown. */
export function FoundMix<Mix extends { id: string }>({
  kind,
  list,
  id,
  children,
}: {
  kind: MixKind;
  list: UseQueryResult<Mix[]>;
  id: string;
  children: (mix: Mix) => ReactNode;
}) {
  const mix = list.data?.find((one) => one.id === id);
  if (mix) return children(mix);
  return (
    <Page title={kind.mix} back={backToList(kind)} view={id}>
      <MissingMix list={list} id={id} />
    </Page>
  );
}

/** The page of a mix: who it is for, its documents, and what the account holder can do with it. */
export function MixPage<Item extends MixFeed>({
  kind,
  mix,
  readAt,
  purpose,
  warning,
  documents,
  update,
  setActive,
  children,
}: {
  kind: MixKind;
  mix: { id: string; name: string; active: boolean; updatedAt: string; items: readonly Item[] };
  readAt: number;
  /** Below the title; what is null is left out. */
  purpose: readonly (string | null)[];
  warning?: ReactNode;
  /** The buttons that make files. */
  documents: ReactNode;
  update: Save<{ id: string; updatedAt: string; fields: { items: Item[] } }>;
  setActive: { mutate: (change: { id: string; active: boolean }) => void };
  children: ReactNode;
}) {
  const { role } = useAccount();
  const disabledReason = useDisabledReason();
  const mayEdit = role === 'admin' && disabledReason === null;
  const { path, work } = kind;
  return (
    <Page
      title={mix.name}
      subtitle={[...purpose, !mix.active && 'out of use'].filter(Boolean).join(', ')}
      back={backToList(kind)}
      view={mix.id}
      actions={
        <>
          {mayEdit && (
            <ButtonLink to={`${path}/${mix.id}/edit`}>
              <Pencil aria-hidden="true" />
              Edit
            </ButtonLink>
          )}
          <ButtonLink to={`${path}/${mix.id}/${work.path}`} variant="main">
            <work.Icon aria-hidden="true" />
            {work.words}
          </ButtonLink>
        </>
      }
    >
      <SnapshotAge at={readAt} />
      {role === 'admin' && disabledReason !== null && <p className="hint">{disabledReason}</p>}
      {warning}
      <div className="flex flex-wrap gap-2">
        {documents}
        {mayEdit && (
          <>
            <UpdatePrices
              items={mix.items}
              busy={update.isPending}
              onSave={(items, done) =>
                update.mutate({ id: mix.id, updatedAt: mix.updatedAt, fields: { items } }, { onSuccess: done })
              }
            />
            <PinNotice kind={kind} mix={mix} />
            <Menu
              className="icon-btn"
              aria-label={`More for ${mix.name}`}
              items={[
                {
                  label: mix.active ? 'Take out of use' : 'Put back in use',
                  onSelect: () => setActive.mutate({ id: mix.id, active: !mix.active }),
                },
              ]}
            >
              <Ellipsis aria-hidden="true" />
            </Menu>
          </>
        )}
      </div>
      {children}
    </Page>
  );
}
