// The schema that the backend reads of a database: once for each process, not once for each copy of the template.

/** The schema of the migrated template as the backend reads it: the same for every copy that a test has not changed. */
let templateSchema: string | undefined;

/** Whether this process has read it. */
export const isSchemaKnown = () => templateSchema !== undefined;

/** For one database: the template's schema, until the database's own schema is changed and has to be read again. */
export function schemaCache() {
  let isTemplates = true;
  return {
    get: () => Promise.resolve(isTemplates ? templateSchema : undefined),
    set: (_: string, schema: string) => {
      if (isTemplates) templateSchema ??= schema;
      return Promise.resolve();
    },
    delete: () => {
      isTemplates = false;
      return Promise.resolve();
    },
  };
}
