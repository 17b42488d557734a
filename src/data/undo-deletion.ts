import { supabase, unwrap } from '@/lib/supabase';

/** Restores a record that this user has just deleted, with everything that was deleted with it. */
export const undoDeletion = async (table: 'works' | 'diary_events' | 'notices' | 'notes', id: string) =>
  unwrap(await supabase.rpc('undo_deletion', { p_table: table, p_id: id }));
