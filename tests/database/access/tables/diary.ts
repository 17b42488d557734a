// Diary, time off and hours: who may do what with each table and view.
import { NEW_ID, parseGrid, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  diary_events: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    none none none none none none`),
  absence_requests: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 403  403  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 o    o    o    o    none none none none`),
  leave_terms: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  time_entries: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
};

export const BODIES: Bodies = {
  diary_events: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      kind: 'job',
      title: 'First cut',
      start_date: '2026-11-03',
      end_date: '2026-11-03',
    }),
    change: { status: 'in_progress' },
  },
  absence_requests: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, absence_type: 'holiday', start_date: '2026-11-03', end_date: '2026-11-03' },
    }),
    // An answer would also tell the person.
    change: { answer: null },
  },
  // Each account holder has this row already, so the insert is an upsert, as in the app.
  leave_terms: {
    add: (user_id) => ({ user_id, person_id: user_id, leave_days: 20 }),
    change: { leave_days: 22.5 },
    prefer: 'resolution=merge-duplicates',
  },
  time_entries: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      clock_in_at: '2026-11-03T08:00:00Z',
      clock_out_at: '2026-11-03T16:00:00Z',
    }),
    // Another person's hours can be changed only with a reason.
    change: { note: 'Changed', edit_reason: 'As told by phone' },
  },
};
