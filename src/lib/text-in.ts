/** What stands in a field of a native form; nothing where there is no such field. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
