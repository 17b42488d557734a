-- The file of a photo stays for a time after its record was deleted or erased. Until then whoever had read it could still read
-- it by its name. Now a file is read by those who see its row. Without a row, only by the person who is sending it, while its
-- record is there; and by the account holder, who restores deleted records, and removes the files of those that are erased. A
-- link that was opened before works for ten minutes more.

create function private.sends_photo(path text) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
declare place text[] := private.photo_place(path);
begin
  return place is not null and place[1]::uuid = private.account_id()
    and private.takes_photo(place[2], place[3]::uuid, place[4]::uuid);
end $$;

drop policy "admin reads photos, employees those of records they see" on storage.objects;
create policy "admin reads photos, employees those of records they see" on storage.objects
  for select to authenticated
  using (bucket_id = 'photos' and (storage.foldername(name))[1] = (select private.account_id())::text
    and ((select private.is_admin())
      or case when private.is_filed(name) then
        owner_id = (select auth.uid())::text
        or ((storage.foldername(name))[2] = 'works' and (select private.sees_all_works()))
        or (storage.foldername(name))[2] in ('fields', 'field_activities', 'machines', 'machine_defects')
        or ((storage.foldername(name))[2] = 'notes' and private.reads_note((storage.foldername(name))[3]))
      else owner_id = (select auth.uid())::text and private.sends_photo(name) end));

revoke execute on function private.sends_photo(text) from public, anon, authenticated;
grant execute on function private.sends_photo(text) to authenticated;
