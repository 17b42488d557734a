// Feedings of TMR mixes.
import type { Account } from '@/domain/account/account';
import { fromRow, type RowOf } from '@/records/record';
import { TMR_FEEDING, type TmrFeeding } from '@/records/rations/tmr-feedings';
import { logQuery, NO_LOG_FILTER, readAll, type LogFilter } from './logs';

type Reader = Pick<Account, 'ownerId'>;

const FEEDINGS = {
  table: 'tmr_feedings',
  select: TMR_FEEDING.select,
  at: 'fed_at',
  on: 'fed_on',
  read: (row: RowOf<typeof TMR_FEEDING>) => fromRow(TMR_FEEDING, row),
  timeOf: ({ fedAt }: TmrFeeding) => fedAt,
} as const;

export const feedingsQuery = (reader: Reader, filter: LogFilter = NO_LOG_FILTER) => logQuery(FEEDINGS, reader, filter);
export const readAllFeedings = (reader: Reader, filter: LogFilter) => readAll(FEEDINGS, reader, filter);
