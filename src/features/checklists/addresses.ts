// Where a checklist is filled in, and where on its page a question is.
/** Where a checklist is filled in; for a machine, with its name in the form. */
export const fillAddress = (template: string, machine: string | null = null): string =>
  `/add-checklist?${new URLSearchParams({ template, ...(machine === null ? {} : { machine }) }).toString()}`;

/** What a checklist is about: machine and hours. */
export const ABOUT_ID = 'about';
export const questionId = (at: number): string => `question-${at}`;
export const commentId = (at: number): string => `comment-${at}`;
