// TMR mixes: the whole crew loads by them.
import { TMR_MIX, type TmrMixFields } from '@/records/rations/tmr-mixes';
import { fromRow, toRow, type RowOf } from '@/records/record';
import { addMix, mixesQuery, setMixActive, updateMix, type MixReader } from './mixes';

const MIXES = {
  table: TMR_MIX.table,
  select: TMR_MIX.select,
  read: (row: RowOf<typeof TMR_MIX>) => fromRow(TMR_MIX, row),
  write: (fields: Partial<TmrMixFields>) => toRow(TMR_MIX, fields),
};

export const tmrMixesQuery = (reader: MixReader) => mixesQuery(MIXES, reader);
export const addTmrMix = addMix(MIXES);
export const updateTmrMix = updateMix(MIXES);
export const setTmrMixActive = setMixActive(MIXES);
