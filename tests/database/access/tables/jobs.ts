// The parts of jobs, their costs and sign-offs, and gangs: who may do what with each table and view.
import { JOB_FIELD, JOB_MACHINES, WORK_OF_ACCOUNT } from '@tests/support/database/persona-ids';
import { NEW_ID, namedRow, parseGrid, READ_ONLY, type Body, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
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
};

/** Personas without an account have no job: they use an id that does not exist. */
const jobOf = (user_id: string) => WORK_OF_ACCOUNT.get(user_id) ?? NEW_ID;

const signoffRow = (user_id: string): Body => ({
  id: NEW_ID,
  user_id,
  job_id: jobOf(user_id),
  signed_name: 'J Hill',
  signature: 'M1 1L2 2',
  signed_at: '2026-11-03T17:00:00Z',
  content_hash: 'a'.repeat(64),
});

export const BODIES: Bodies = {
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
};
