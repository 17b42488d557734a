// Notices and notes: who may do what with each table and view.
import { READ_NOTICE } from '@tests/support/database/persona-ids';
import { NEW_ID, parseGrid, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  notices: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  notice_reads: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 403  403  403  403  403  403  403  403`),
  notes: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    none none none none none none`),
  note_titles: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
};

export const BODIES: Bodies = {
  notices: { add: (user_id) => ({ id: NEW_ID, user_id, title: 'Bridge closed' }), change: { title: 'Changed' } },
  notice_reads: {
    add: (user_id) => ({ id: NEW_ID, user_id, notice_id: READ_NOTICE, edition: 1, acknowledged: true }),
    change: { acknowledged: true },
  },
  notes: {
    add: (user_id) => ({ id: NEW_ID, user_id, title: 'General', body: 'Gate left open', note_date: '2026-11-03' }),
    change: { body: 'Changed' },
  },
  note_titles: { add: (user_id) => ({ id: NEW_ID, user_id, title: 'Fencing' }), change: { title: 'Changed' } },
};
