// Stands in for the part of @supabase/auth-js that needs the secret key, which no page has. It keeps 2 kB out of every one.

class NoAdmin {
  readonly here = false;
}
export { NoAdmin as default };
