import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addTmrMix, tmrMixesQuery, updateTmrMix } from '@/data/rations/tmr-mixes';
import { MixEditorPage, WithFeeds } from '@/features/rations/mix/mix-editor';
import { useDisabledReason } from '@/session/disabled-reason';
import { useAccount } from '@/session/account';
import { TmrForm } from './tmr-form';
import { emptyMix, textOf } from './tmr-schema';

/** /tmr-mixes/new, and /tmr-mixes/ID/edit with an `id`. */
export function TmrFormPage({ id }: { id?: string | undefined }) {
  const account = useAccount();
  const navigate = useNavigate();
  const list = useQuery({ ...tmrMixesQuery(account), enabled: id !== undefined });
  const current = list.data?.find((one) => one.id === id);
  const add = useMutation(addTmrMix);
  const update = useMutation(updateTmrMix);
  const [newId] = useState(() => crypto.randomUUID());
  const disabledReason = useDisabledReason();
  const open = (mix: string) => ({ onSuccess: () => void navigate(`/tmr-mixes/${mix}`, { replace: true }) });
  return (
    <MixEditorPage
      title={id === undefined ? 'New TMR mix' : 'Edit TMR mix'}
      list={list}
      isNew={id === undefined}
      mix={current}
      back={
        id === undefined
          ? { to: '/tmr-mixes', label: 'TMR Mixes' }
          : { to: `/tmr-mixes/${id}`, label: current?.name ?? 'the mix' }
      }
    >
      {(mix) => (
        <WithFeeds items={mix?.items ?? []}>
          {(feeds, options) => (
            <TmrForm
              initialValues={mix ? textOf(mix) : emptyMix()}
              feeds={feeds}
              options={options}
              busy={add.isPending || update.isPending}
              disabledReason={disabledReason}
              onSave={(fields) => {
                if (mix) update.mutate({ id: mix.id, updatedAt: mix.updatedAt, fields }, open(mix.id));
                else add.mutate({ id: newId, ownerId: account.ownerId, fields }, open(newId));
              }}
            />
          )}
        </WithFeeds>
      )}
    </MixEditorPage>
  );
}
