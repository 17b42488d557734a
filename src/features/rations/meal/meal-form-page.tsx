import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { addMealMix, mealMixesQuery, updateMealMix } from '@/data/rations/meal-mixes';
import { MixEditorPage, WithFeeds } from '@/features/rations/mix/mix-editor';
import { useDisabledReason } from '@/session/disabled-reason';
import { useAccount } from '@/session/account';
import { MealForm } from './meal-form';
import { textOf } from './meal-schema';

/** /meal-mixes/new, and /meal-mixes/ID/edit with an `id`. */
export function MealFormPage({ id }: { id?: string | undefined }) {
  const account = useAccount();
  const navigate = useNavigate();
  const list = useQuery({ ...mealMixesQuery(account), enabled: id !== undefined });
  const current = list.data?.find((one) => one.id === id);
  const add = useMutation(addMealMix);
  const update = useMutation(updateMealMix);
  const [newId] = useState(() => crypto.randomUUID());
  const disabledReason = useDisabledReason();
  const open = (mix: string) => ({ onSuccess: () => void navigate(`/meal-mixes/${mix}`, { replace: true }) });
  return (
    <MixEditorPage
      title={id === undefined ? 'New meal mix' : 'Edit meal mix'}
      list={list}
      isNew={id === undefined}
      mix={current}
      back={
        id === undefined
          ? { to: '/meal-mixes', label: 'Meal Mixes' }
          : { to: `/meal-mixes/${id}`, label: current?.name ?? 'the mix' }
      }
    >
      {(mix) => (
        <WithFeeds items={mix?.items ?? []}>
          {(feeds, options) => (
            <MealForm
              initialValues={textOf(mix)}
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
