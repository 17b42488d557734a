// Calculations, slurry stores and movements: who may do what with each table and view.
import { SLURRY_STORE } from '@tests/support/database/persona-ids';
import { NEW_ID, parseGrid, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  calculations: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  rule_overrides: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  slurry_stores: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  slurry_levels: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  manure_movements: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 403  403  403  403  403  403  403  403`),
};

export const BODIES: Bodies = {
  calculations: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, kind: 'stocking', name: '2026', year: 2026, regime: 'ie', rule_version: '2026-11-20' },
      ...{ inputs: { area: '58' }, results: { loading: 170 } },
    }),
    change: { name: 'Changed' },
  },
  rule_overrides: {
    add: (user_id) => ({ id: NEW_ID, user_id, regime: 'ie', figure: 'limit.farmN', value: '170', reason: 'Adviser' }),
    change: { reason: 'Changed' },
  },
  slurry_stores: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Slatted tank', length_m: 40, width_m: 5, depth_m: 2.4 }),
    change: { name: 'Changed' },
  },
  slurry_levels: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      store_id: SLURRY_STORE,
      read_on: '2026-11-03',
      how: 'depth',
      amount: 1.35,
    }),
    change: { note: 'Changed' },
  },
  manure_movements: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, moved_on: '2026-11-03', direction: 'export', regime: 'ie', manure: 'cattle_slurry' },
      ...{ manure_name: 'Cattle slurry', quantity: 80, unit: 'm3', p_form: 'P', content_from: 'table' },
    }),
    change: { note: 'Changed' },
  },
};
