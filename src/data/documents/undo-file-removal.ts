import { supabase, unwrap } from '@/lib/supabase';

/** The table of a stored file's row: photos are in `attachments`. */
export type FileTable = 'attachments' | 'documents';

/** Restores a photo or document that this user has just removed. */
export const undoFileRemoval = async (table: FileTable, id: string) =>
  unwrap(await supabase.rpc('undo_file_removal', { p_table: table, p_id: id }));
