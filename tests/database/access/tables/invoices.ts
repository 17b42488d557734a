// Invoices: who may do what with each table and view.
import { rowId } from '@tests/support/database/persona-ids';
import { NEW_ID, NO_WRITE, parseGrid, type Bodies, type Grids } from '../access-grid';

export const ACCESS: Grids = {
  //        K   A1   A2   E1   E1b  L    EL   R    U
  invoice_settings: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 own  own  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 403  403  403  403  403  403  403  403`),
  invoices: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  opening_balances: parseGrid(`
    select  401 o    o    none none o    none none none
    insert  401 403  403  403  403  403  403  403  403
    update  401 o    o    none none none none none none
    delete  401 o    o    none none none none none none`),
  invoice_mails: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
  invoice_register: parseGrid(`
    select  401 o    o    none none o    none none none ${NO_WRITE}`),
};

export const BODIES: Bodies = {
  // Each persona's account has this row already, so the insert is an upsert, as in the app.
  invoice_settings: {
    add: (user_id) => ({ user_id, footer_text: 'Changed' }),
    change: { footer_text: 'Changed' },
    prefer: 'resolution=merge-duplicates',
  },
  invoices: { add: (user_id) => ({ id: NEW_ID, user_id, invoice_number: 'INV-1' }), change: { total: 0 } },
  opening_balances: {
    add: (user_id) => ({ id: NEW_ID, user_id, customer_id: rowId(1, 'A1'), number: 'Written by the matrix' }),
    change: { paid_on: '2026-11-20' },
  },
  invoice_mails: {
    add: (user_id) => ({
      id: NEW_ID,
      user_id,
      invoice_id: rowId(4, 'A1'),
      to_address: 'x@y.test',
      created_by_name: 'X',
    }),
    change: { state: 'delivered' },
  },
  invoice_register: { add: (user_id) => ({ id: NEW_ID, user_id, invoice_number: 'INV-1' }), change: { total: 0 } },
};
