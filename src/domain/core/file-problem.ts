/** A file that can't be read or stored; the message is for the user. */
export class FileProblem extends Error {}
