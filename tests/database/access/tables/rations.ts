// Feeds, mixes, feedings and batches: who may do what with each table and view.
import { FEED, MEAL_MIX, MIX_FEED, TMR_MIX } from '@tests/support/database/persona-ids';
import { NEW_ID, namedRow, parseGrid, READ_ONLY, type Body, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  feeds: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  tmr_mixes: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  crew_tmr_mixes: parseGrid(`
    select  401 o    o    h    h    o    h    none none ${READ_ONLY}`),
  tmr_feedings: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  meal_mixes: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  crew_meal_mixes: parseGrid(`
    select  401 o    o    h    h    o    h    none none ${READ_ONLY}`),
  meal_batches: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 403  403  403  403  403  403  403  403`),
};

const tmrMixRow = (user_id: string): Body => ({
  ...namedRow(user_id),
  ...{ head_count: 120, items: [{ ...MIX_FEED, order: 1, fresh: 3, minutes: null, note: '' }] },
});

const mealMixRow = (user_id: string): Body => ({
  ...namedRow(user_id),
  ...{ batch_size: 1000, items: [{ ...MIX_FEED, pct: 100 }] },
});

export const BODIES: Bodies = {
  feeds: {
    add: (user_id) => ({ ...namedRow(user_id), dm_pct: 86 }),
    change: { source: 'Changed' },
  },
  tmr_mixes: { add: tmrMixRow, change: { notes: 'Changed' } },
  crew_tmr_mixes: { add: tmrMixRow, change: { notes: 'Changed' } },
  tmr_feedings: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, mix_id: TMR_MIX, fed_at: '2026-11-03T07:00:00Z', head_count: 118, loads: 1 },
      items: [{ feed: FEED, name: 'Barley', planned: 353.5, actual: 355 }],
    }),
    change: { struck: true },
  },
  meal_mixes: { add: mealMixRow, change: { notes: 'Changed' } },
  crew_meal_mixes: { add: mealMixRow, change: { notes: 'Changed' } },
  meal_batches: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, mix_id: MEAL_MIX, mix_version: 1, mixed_at: '2026-11-03T07:00:00Z', kg: 1000 },
      items: [{ feed: FEED, name: 'Barley', kg: 1000, lot: 'L1' }],
    }),
    change: { struck: true },
  },
};
