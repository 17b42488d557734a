// Checklists: who may do what with each table and view.
import { CHECKLIST, CHECKLIST_ITEMS } from '@tests/support/database/persona-ids';
import { NEW_ID, NO_WRITE, parseGrid, READ_ONLY, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  checklist_templates: parseGrid(`
    select  401 o    o    h    h    o    h    none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  checklist_versions: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  checklist_completions: parseGrid(`
    select  401 oc   o    o    o    oc   o    none none
    insert  401 own  own  own  own  403  403  403  403
    update  401 403  403  403  403  403  403  403  403
    delete  401 403  403  403  403  403  403  403  403`),
  checklist_standing: parseGrid(`
    select  401 oc   o    ohc  ohc  oc   oh   none none ${READ_ONLY}`),
};

export const BODIES: Bodies = {
  checklist_templates: {
    add: (user_id) => ({ id: NEW_ID, user_id, name: 'Written by the matrix', items: CHECKLIST_ITEMS }),
    // A changed question would also create a version.
    change: { frequency: 'weekly' },
  },
  checklist_versions: {
    add: (user_id) => ({ user_id, template_id: CHECKLIST, version: 9, name: 'X', items: [], created_by_name: 'X' }),
    change: { name: 'Changed' },
  },
  checklist_completions: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      template_id: CHECKLIST,
      version: 1,
      items: CHECKLIST_ITEMS,
      answers: [{ value: 'ok', comment: '', photos: [] }],
      started_at: '2026-11-03T07:00:00Z',
      completed_at: '2026-11-03T07:04:00Z',
    }),
    change: { result: 'pass' },
  },
  checklist_standing: {
    add: (user_id) => ({ user_id, template_id: CHECKLIST }),
    change: { machine: 'Changed' },
  },
};
