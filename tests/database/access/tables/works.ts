// Works and their photos: who may do what with each table and view.
import { WORK_OF_ACCOUNT, photoOf } from '@tests/support/database/persona-ids';
import { NEW_ID, parseGrid, READ_ONLY, type Body, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  works: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
  crew_works: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  listed_works: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  attachments: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 oc   o    o    o    none none none none`),
};

const workRow = (user_id: string): Body => ({
  id: NEW_ID,
  user_id,
  customer: 'Written by the matrix',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 1,
  quantity: 1,
  work_date: '2026-11-03',
});

export const BODIES: Bodies = {
  works: { add: workRow, change: { notes: 'Changed' } },
  crew_works: { add: workRow, change: { notes: 'Changed' } },
  listed_works: { add: workRow, change: { notes: 'Changed' } },
  attachments: {
    // Personas without an account have no entry: they use an id that does not exist.
    add: (user_id) => photoOf(user_id, WORK_OF_ACCOUNT.get(user_id) ?? NEW_ID, NEW_ID),
    change: { caption: 'Changed' },
  },
};
