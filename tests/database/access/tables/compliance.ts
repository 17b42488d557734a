// Compliance: who may do what with each table and view.
import { COMPLIANCE_ITEM } from '@tests/support/database/persona-ids';
import { NEW_ID, parseGrid, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  compliance_items: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  compliance_completions: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  certificates: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
};

export const BODIES: Bodies = {
  compliance_items: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      title: 'Fire extinguishers',
      due_on: '2027-01-31',
      recurrence: 'annual',
    }),
    change: { title: 'Changed' },
  },
  compliance_completions: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, item_id: COMPLIANCE_ITEM, done_on: '2026-11-03', note: 'Report in the file' },
    }),
    change: { note: 'Changed' },
  },
  certificates: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'PA2a', number: '12345', expires_on: '2028-01-31' }),
    change: { number: 'Changed' },
  },
};
