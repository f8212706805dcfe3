/** Thrown while a schema is inspected, to reject it; the message is the reason. */
export class Refused extends Error {}
