// The account, its people, what is imported and what is told: who may do what with each table and view.
import { ADDED_DOCUMENT, documentOf } from '@tests/support/database/persona-ids';
import { NEW_ID, NO_WRITE, parseGrid, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  profiles: parseGrid(`
    select  401 oc   o    o    o    oc   o    o    o
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    o    o    o    o    o    o
    delete  401 403  403  403  403  403  403  403  403`),
  farm_people: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${NO_WRITE}`),
  farm_settings: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  employee_invites: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  audit_log: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  saved_filters: parseGrid(`
    select  401 o    o    o    o    o    o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 o    o    o    o    none none none none
    delete  401 o    o    o    o    none none none none`),
  push_subscriptions: parseGrid(`
    select  401 o    o    o    o    o    o    none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 o    o    o    o    o    o    none none`),
  push_messages: parseGrid(`
    select  401 o    o    o    o    o    o    none none ${NO_WRITE}`),
  imports: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  // The document is a machine's, so the crew reads it.
  documents: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 o    o    none none none none none none`),
};

export const BODIES: Bodies = {
  profiles: { add: (id) => ({ id, role: 'admin' }), change: { phone: '07700 900123' } },
  farm_people: { add: (user_id) => ({ user_id, person_id: user_id, name: 'Changed' }), change: { name: 'Changed' } },
  farm_settings: { add: (user_id) => ({ user_id }), change: { farm_name: 'Changed' } },
  employee_invites: {
    add: (user_id) => ({ id: NEW_ID, user_id, email: 'x@example.test', token_hash: 'x', expires_at: '2099-01-01' }),
    change: { expires_at: '2099-01-01' },
  },
  audit_log: { add: (user_id) => ({ user_id, table_name: 'works' }), change: { actor_name: 'Nobody' } },
  saved_filters: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Other', query: 'unit=bale' }),
    change: { name: 'New' },
  },
  push_subscriptions: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, person_id: user_id, endpoint: 'https://fcm.googleapis.com/fcm/send/forged' },
      ...{ p256dh: 'A'.repeat(87), auth: 'A'.repeat(22), kinds: ['notice'] },
    }),
    change: { show_details: true },
  },
  push_messages: {
    add: (user_id) => ({
      ...{ id: NEW_ID, user_id, person_id: user_id, kind: 'notice', message_key: 'notice:1:', path: '/noticeboard' },
      title: 'Forged',
    }),
    change: { read_at: '2026-11-03T08:00:00Z' },
  },
  imports: {
    add: (user_id) => ({ id: NEW_ID, user_id, kind: 'customers', file_name: 'a.csv', created_by_name: 'X' }),
    change: { file_name: 'b.csv' },
  },
  documents: {
    add: (user_id) => documentOf(user_id, ADDED_DOCUMENT),
    change: { name: 'Changed.pdf' },
  },
};
