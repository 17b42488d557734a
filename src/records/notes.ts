// Notes: observations on the farm.
import { LATITUDE, LONGITUDE, TOO_LARGE } from '@/domain/core/number-rule';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { date, decimal, flag, id, instant, number, person, text, time } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

/** Rainfall may be 0, a temperature negative. */
const MEASURED_LIMIT = 999_999_999.999;

export const NOTE = captured(
  record('notes', {
    title: text('Title', 60),
    body: text('Note', 4000),
    noteDate: date('Date'),
    noteTime: time('Time').optional(),
    customer: text('Customer', 120).optional(),
    /** A measured value: rain in mm, fuel in litres. */
    value: decimal('Measured', { decimals: 3, min: -MEASURED_LIMIT, max: MEASURED_LIMIT, outside: TOO_LARGE })
      .from('value_num')
      .optional(),
    valueUnit: text('Unit', 20).optional(),
    lat: number('Latitude', LATITUDE).optional(),
    lng: number('Longitude', LONGITUDE).optional(),
    /** The note that this one follows. */
    follows: id().optional().onInsert(),
    /** The whole crew may read it. */
    shared: flag('Shared with the crew'),
    needsAction: flag('Needs action'),
    assignedTo: person('Who sees to it').optional(),
    assignedToName: text().optional().fromDatabase(),
    actionDone: flag('Done'),
    actionDoneAt: instant().optional().fromDatabase(),
    actionDoneByName: text().optional().fromDatabase(),
    /** The note reports an accident, so it can't be changed. */
    accident: flag().fromDatabase(),
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    /** Empty while the note is only on this device. */
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'note',
    name: 'Note',
    version: 1,
    title: ({ title }) => `Note: ${title}`,
    // The database clears it when the note that it follows is deleted.
    derived: ['follows'],
    // The database sets it for accidents and for notes assigned to somebody.
    isEquivalent: (column, _fields, row) => column === 'needs_action' && row['needs_action'] === true,
    groups: [
      ['note_date', 'note_time'],
      ['value_num', 'value_unit'],
      ['lat', 'lng'],
    ],
    invalidates: [keys.openNotes],
    editAt: (id) => `/view-notes?edit=${id}`,
    recalculated: ['follows'],
  },
);

export type Note = RecordOf<typeof NOTE>;
/** The fields of the form. */
export type NoteFields = Omit<EditableOf<typeof NOTE>, 'actionDone'>;

/** The columns of a CSV file, each with its field. */
export const NOTE_CSV = {
  date: 'noteDate',
  time: 'noteTime',
  title: 'title',
  note: 'body',
  customer: 'customer',
  value: 'value',
  unit: 'valueUnit',
  lat: 'lat',
  lng: 'lng',
  written_by: 'createdByName',
  written_at: 'createdAt',
  shared: 'shared',
  needs_action: 'needsAction',
  assigned_to: 'assignedToName',
  done_at: 'actionDoneAt',
  done_by: 'actionDoneByName',
  accident: 'accident',
} as const satisfies Record<string, keyof Note>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  notes: {
    'Title, text, date and time, customer, what was measured, what is to be done and by whom': '*',
    'A note of an accident may say who was hurt and how': 'accident',
    'then the note keeps that position': 'lat lng',
  },
};
