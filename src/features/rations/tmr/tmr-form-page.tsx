import { useMutation, useQuery } from '@tanstack/react-query';
import { addTmrMix, tmrMixesQuery, updateTmrMix } from '@/data/rations/tmr-mixes';
import { TMR } from '@/features/rations/mix/kinds';
import { MixEditor } from '@/features/rations/mix/mix-editor';
import { useAccount } from '@/session/account';
import { TmrForm } from './tmr-form';
import { emptyMix, textOf } from './tmr-schema';

/** /tmr-mixes/new, and /tmr-mixes/ID/edit with an `id`. */
export function TmrFormPage({ id }: { id?: string | undefined }) {
  const list = useQuery({ ...tmrMixesQuery(useAccount()), enabled: id !== undefined });
  return (
    <MixEditor kind={TMR} id={id} list={list} add={useMutation(addTmrMix)} update={useMutation(updateTmrMix)}>
      {(mix, form) => <TmrForm initialValues={mix ? textOf(mix) : emptyMix()} {...form} />}
    </MixEditor>
  );
}
