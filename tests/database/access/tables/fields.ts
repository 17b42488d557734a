// Fields, their crops, soil tests, activities and harvests: who may do what with each table and view.
import { FIELD_WITH_ENTRIES } from '@tests/support/database/persona-ids';
import { NEW_ID, parseGrid, READ_ONLY, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  fields: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  field_seasons: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  soil_tests: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  field_activities: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 none none none none none none none none`),
  harvests: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  field_standing: parseGrid(`
    select  401 o    o    h    h    o    h    none none ${READ_ONLY}`),
};

export const BODIES: Bodies = {
  fields: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Written by the matrix', area_ha: 4.05 }),
    change: { hazards: 'Changed' },
  },
  field_seasons: {
    add: (user_id) => ({ id: NEW_ID, user_id, field_id: FIELD_WITH_ENTRIES, season_year: 2025, crop: 'Winter wheat' }),
    change: { crop: 'Changed' },
  },
  soil_tests: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      field_id: FIELD_WITH_ENTRIES,
      sampled_on: '2026-02-03',
      method: 'olsen',
      ph: 6.4,
    }),
    change: { ph: 6.5 },
  },
  field_activities: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      field_id: FIELD_WITH_ENTRIES,
      field_name: 'Bottom Meadow',
      season: 2026,
      activity_type: 'rolling',
      started_at: '2026-11-03T08:00:00Z',
    }),
    change: { notes: 'Changed' },
  },
  harvests: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      field_id: FIELD_WITH_ENTRIES,
      field_name: 'Bottom Meadow',
      season: 2026,
      harvested_on: '2026-08-12',
      product: 'Wheat',
      quantity: 32.4,
      unit: 't',
    }),
    change: { store: 'Changed' },
  },
  field_standing: { add: (user_id) => ({ user_id, field_id: NEW_ID }), change: { crop: 'Changed' } },
};
