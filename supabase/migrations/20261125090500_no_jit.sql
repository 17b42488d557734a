-- No compiling of queries for the roles of the API. The planner takes what runs through row policies for dear and has it
-- compiled, for each statement anew: with jit on, Postgres' default, the tests of the works list's groups took 49 s instead
-- of 3.4, those of its copy 45 instead of 5. Nothing that an account asks runs long enough to earn that back.
do $$
declare
  r text;
begin
  foreach r in array array['anon', 'authenticated', 'service_role'] loop
    begin
      execute format('alter role %I set jit = off', r);
    -- A managed database may keep its roles to itself, hence the exception: for each alone.
    exception when insufficient_privilege then null;
    end;
  end loop;
end $$;

-- PostgREST reads the settings of the roles that it takes on when it starts, and when it is told.
notify pgrst, 'reload config';
