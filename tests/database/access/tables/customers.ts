// Customers, tasks and prices: who may do what with each table and view.
import { PRICED_TASK } from '@tests/support/database/persona-ids';
import { NEW_ID, namedRow, parseGrid, READ_ONLY, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  customers: parseGrid(`
    select  401 oc   o    none none oc   none none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  crew_customers: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  tasks: parseGrid(`
    select  401 oc   o    none none oc   none none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  crew_tasks: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  prices: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
};

export const BODIES: Bodies = {
  customers: { add: namedRow, change: { town: 'Changed' } },
  crew_customers: { add: namedRow, change: { town: 'Changed' } },
  tasks: { add: namedRow, change: { description: 'Changed' } },
  crew_tasks: { add: namedRow, change: { description: 'Changed' } },
  prices: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      task_id: PRICED_TASK,
      chargeable_unit: 'acre',
      rate: 1,
      valid_from: '2026-03-01',
    }),
    change: { rate: 77 },
  },
};
