import { useMutation, useQuery } from '@tanstack/react-query';
import { addMealMix, mealMixesQuery, updateMealMix } from '@/data/rations/meal-mixes';
import { MEAL } from '@/features/rations/mix/kinds';
import { MixEditor } from '@/features/rations/mix/mix-editor';
import { useAccount } from '@/session/account';
import { MealForm } from './meal-form';
import { textOf } from './meal-schema';

/** /meal-mixes/new, and /meal-mixes/ID/edit with an `id`. */
export function MealFormPage({ id }: { id?: string | undefined }) {
  const list = useQuery({ ...mealMixesQuery(useAccount()), enabled: id !== undefined });
  return (
    <MixEditor kind={MEAL} id={id} list={list} add={useMutation(addMealMix)} update={useMutation(updateMealMix)}>
      {(mix, form) => <MealForm initialValues={textOf(mix)} {...form} />}
    </MixEditor>
  );
}
