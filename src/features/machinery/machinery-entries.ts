// Readings, defects and services as entries of the outbox, and entries back as rows of the lists.
import type { Account } from '@/domain/account/account';
import type { NewEntry } from '@/offline/outbox/entry';
import { insertOf, rowsFrom, updateOf } from '@/offline/outbox/record-entries';
import { directMutation, saveMutation } from '@/offline/outbox/save-entries';
import type { RowMapper } from '@/offline/outbox/shown-rows';
import { DEFECT, READING, type Defect, type Reading } from '@/records/machines';
import { SERVICE, type Service, type ServiceFields } from '@/records/services';

export const saveReading = saveMutation('Reading saved!', 'Error Saving Reading');
export const sendReadingNow = directMutation('Reading saved!', 'Error Saving Reading');
export const saveDefect = saveMutation('Defect reported!', 'Error Saving Defect');
export const sendDefectNow = directMutation('Defect reported!', 'Error Saving Defect');
export const saveService = saveMutation('Service saved!', 'Error Saving Service');
export const sendServiceNow = directMutation('Service saved!', 'Error Saving Service');

type NewReading = Pick<Reading, 'machineId' | 'reading' | 'readAt' | 'meterReplaced' | 'note'>;

export const insertReading = (account: Account, id: string, reading: NewReading): NewEntry =>
  insertOf(READING, account, id, reading);

type NewDefect = Pick<Defect, 'machineId' | 'reportedAt' | 'description' | 'severity'>;

export const insertDefect = (account: Account, id: string, defect: NewDefect): NewEntry =>
  insertOf(DEFECT, account, id, defect);

/** A service is not sent before the defects that it fixes. */
export const insertService = (account: Account, id: string, machineId: string, service: ServiceFields): NewEntry =>
  insertOf(SERVICE, account, id, { ...service, machineId }, service.fixes);

/** Null if nothing was changed. */
export const updateService = (account: Account, service: Service, edited: ServiceFields): NewEntry | null =>
  updateOf(SERVICE, account, service, edited);

const authorOf = ({ userId, firstName, lastName }: Account) => ({
  createdBy: userId,
  createdByName: [firstName, lastName].filter(Boolean).join(' '),
});

export const readingMapper = (account: Account): RowMapper<Reading> =>
  rowsFrom(READING, ({ recordedAt }) => ({ ...authorOf(account), createdAt: recordedAt }));

export const serviceMapper = (account: Account): RowMapper<Service> =>
  rowsFrom(SERVICE, ({ action, recordedAt }) => ({
    ...(action === 'insert' && authorOf(account)),
    createdAt: recordedAt,
  }));
