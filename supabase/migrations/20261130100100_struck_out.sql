-- Records that a law asks a farm to keep are corrected, not deleted. One that was entered by mistake is struck out: it
-- stays, with who struck it out and when, and counts in no sum, list for an authority or deadline. Striking out can be
-- taken back; the log has both.

-- Sets who and when, which a request can't, and refuses other changes of a record that is struck out. Changes that follow
-- from another record's, such as a deleted field, are made by triggers, one level deeper.
create function private.strike_out() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
-- The job, which may be deleted and restored; a generated column, which a trigger before the change sees as null.
declare follow_others constant text[] := array['work_id', 'search', 'updated_at'];
begin
  if auth.uid() is null or pg_trigger_depth() > 1 then return new; end if;
  perform private.refuse_if(old.struck and new.struck
      and to_jsonb(new) - follow_others is distinct from to_jsonb(old) - follow_others,
    'This was struck out as entered by mistake. Bring it back before you change it.');
  if new.struck = old.struck then return new; end if;
  new.struck_at := case when new.struck then now() end;
  new.struck_by_name := case when new.struck then private.person_name(auth.uid()) end;
  return new;
end $$;

-- Adds the columns and the trigger to a table. Its rows can still be deleted until its migration revokes that.
create function private.can_be_struck_out(kept regclass) returns void
  language plpgsql set search_path = ''
  as $$
begin
  execute format('alter table %1$s add column struck boolean not null default false, add column struck_at timestamptz,
    add column struck_by_name text, add check (struck = (struck_at is not null) and (struck or struck_by_name is null))', kept);
  execute format('grant update (struck) on %s to authenticated', kept);
  execute format('create trigger strike_out before update on %s for each row execute function private.strike_out()', kept);
  perform private.guard_values(kept);
end $$;
revoke execute on function private.strike_out(), private.can_be_struck_out(regclass) from public, anon, authenticated;

-- Movements.
select private.can_be_struck_out('public.manure_movements');
revoke delete on public.manure_movements from authenticated;
drop policy "admin deletes manure movements, employees their own" on public.manure_movements;
drop trigger manure_movements_before_delete on public.manure_movements;
drop function private.manure_movements_before_delete();
