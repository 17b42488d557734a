// Machines, readings, services and defects: who may do what with each table and view.
import { MACHINE } from '@tests/support/database/persona-ids';
import { NEW_ID, parseGrid, READ_ONLY, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  machines: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  machine_costs: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  machine_readings: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  machine_use: parseGrid(`
    select  401 o    o    h    h    o    h    none none ${READ_ONLY}`),
  service_schedules: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  service_records: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
  service_costs: parseGrid(`
    select  401 oc   o    none none oc   none none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  machine_defects: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
};

export const BODIES: Bodies = {
  machines: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Written by the matrix', machine_type: 'tractor' }),
    change: { notes: 'Changed' },
  },
  machine_costs: { add: (user_id) => ({ id: MACHINE, user_id, purchase_price: 1 }), change: { purchase_price: 77 } },
  machine_readings: {
    add: (user_id) => ({ id: NEW_ID, user_id, machine_id: MACHINE, reading: 100, read_at: '2026-11-03T08:00:00Z' }),
    change: { meter_replaced: true },
  },
  machine_use: { add: (user_id) => ({ id: NEW_ID, user_id }), change: { before_reading: 1 } },
  service_schedules: {
    add: (user_id) => ({ id: NEW_ID, user_id, machine_id: MACHINE, name: 'Engine oil', interval_meter: 250 }),
    change: { name: 'Changed' },
  },
  service_records: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      machine_id: MACHINE,
      service_date: '2026-11-03',
      description: 'Engine oil and filter',
    }),
    change: { description: 'Changed' },
  },
  service_costs: {
    add: (user_id) => ({ id: NEW_ID, user_id, machine_id: MACHINE, parts_cost: 1 }),
    change: { parts_cost: 77 },
  },
  machine_defects: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      machine_id: MACHINE,
      reported_at: '2026-11-03T08:00:00Z',
      description: 'Mirror broken',
    }),
    change: { status: 'parts_ordered' },
  },
};
