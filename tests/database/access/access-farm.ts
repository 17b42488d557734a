// Who may do what with the parts of jobs, gangs, rations, fields, machines, calculations, slurry stores and compliance.
import {
  ADDED_DOCUMENT,
  COMPLIANCE_ITEM,
  documentOf,
  FEED,
  FIELD_WITH_ENTRIES,
  JOB_FIELD,
  JOB_MACHINES,
  MACHINE,
  MEAL_MIX,
  MIX_FEED,
  SLURRY_STORE,
  TMR_MIX,
  WORK_OF_ACCOUNT,
} from '@tests/support/database/persona-ids';
import { NEW_ID, namedRow, NO_WRITE, parseGrid, READ_ONLY, type Bodies, type Body, type Grid } from './access-grid';

const tmrMixRow = (user_id: string): Body => ({
  ...namedRow(user_id),
  ...{ head_count: 120, items: [{ ...MIX_FEED, order: 1, fresh: 3, minutes: null, note: '' }] },
});
const mealMixRow = (user_id: string): Body => ({
  ...namedRow(user_id),
  ...{ batch_size: 1000, items: [{ ...MIX_FEED, pct: 100 }] },
});
/** Personas without an account have no job: they use an id that does not exist. */
const jobOf = (user_id: string) => WORK_OF_ACCOUNT.get(user_id) ?? NEW_ID;

export const FARM_ACCESS: Record<string, Grid> = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  people_costs: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  job_costs: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  job_people: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
  job_machines: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
  job_fields: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
  job_materials: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 oc   o    o    o    none none none none`),
  job_signoffs: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 403  403  403  403  403  403  403  403`),
  crew_signoffs: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
  gangs: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    none none none none none none
    delete  401 oc   o    none none none none none none`),
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
  imports: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  manure_movements: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 oc   o    o    o    none none none none
    delete  401 403  403  403  403  403  403  403  403`),
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
  // The document is a machine's, so the crew reads it.
  documents: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 o    o    none none none none none none`),
  certificates: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
};

const signoffRow = (user_id: string): Body => ({
  id: NEW_ID,
  user_id,
  job_id: jobOf(user_id),
  signed_name: 'J Hill',
  signature: 'M1 1L2 2',
  signed_at: '2026-11-03T17:00:00Z',
  content_hash: 'a'.repeat(64),
});

export const FARM_BODIES: Bodies = {
  people_costs: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Casual', hourly_cost: 12, valid_from: '2026-03-01' }),
    change: { hourly_cost: 13 },
  },
  job_costs: {
    add: (user_id) => ({ id: NEW_ID, user_id, job_id: jobOf(user_id), kind: 'person', cost: 12 }),
    change: { cost: 13 },
  },
  // Each part below goes into a job of the account holder, to which an employee may add only a sign-off.
  job_people: {
    add: (user_id) => ({ id: NEW_ID, user_id, job_id: jobOf(user_id), name: 'Casual', minutes: 60 }),
    change: { minutes: 90 },
  },
  job_machines: {
    add: (user_id) => ({ id: NEW_ID, user_id, job_id: jobOf(user_id), machine_id: JOB_MACHINES[1], hours: 2 }),
    change: { hours: 3 },
  },
  job_fields: {
    add: (user_id) => ({ id: NEW_ID, user_id, job_id: jobOf(user_id), field_id: JOB_FIELD, area_ha: 2 }),
    change: { area_ha: 3 },
  },
  job_materials: {
    add: (user_id) => ({ id: NEW_ID, user_id, job_id: jobOf(user_id), product: 'Wrap', quantity: 6 }),
    change: { quantity: 7 },
  },
  job_signoffs: { add: signoffRow, change: { signed_name: 'Changed' } },
  crew_signoffs: { add: signoffRow, change: { signed_name: 'Changed' } },
  gangs: { add: namedRow, change: { name: 'Changed' } },
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
  documents: {
    add: (user_id) => documentOf(user_id, ADDED_DOCUMENT),
    change: { name: 'Changed.pdf' },
  },
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
  imports: {
    add: (user_id) => ({ id: NEW_ID, user_id, kind: 'customers', file_name: 'a.csv', created_by_name: 'X' }),
    change: { file_name: 'b.csv' },
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
